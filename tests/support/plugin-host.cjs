"use strict";
// Of a jest project: its tests drive the provider plugin in place of Pulumi's dynamic provider process.
process.env["FLOWGATE_TEST_HOST"] = "plugin";
