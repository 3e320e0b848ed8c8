import { longPlans } from "./plans";

longPlans(1);
