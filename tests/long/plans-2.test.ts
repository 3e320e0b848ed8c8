import { longPlans } from "./plans";

longPlans(2);
