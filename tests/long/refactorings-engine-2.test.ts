import { engineRefactorings } from "./refactorings-engine";

engineRefactorings(2);
