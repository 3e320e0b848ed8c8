"use strict";
// For tests that drive the provider plugin instead of Pulumi's dynamic provider process. Load it before all others.
process.env["FLOWGATE_TEST_HOST"] = "plugin";
