"use strict";
// Setup of a jest project whose tests drive the provider plugin instead of Pulumi's dynamic provider process.
process.env["FLOWGATE_TEST_HOST"] = "plugin";
