import { plansWithOneFault } from "../property/cases";
import { longPlans } from "./plans";

longPlans(3, plansWithOneFault);
