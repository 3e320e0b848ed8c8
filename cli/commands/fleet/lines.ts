import { isWell, type Operation, type Outcome } from "../../../lib/fleet/outcome";
import { siteText } from "./words";
import type { Site, Wave } from "../../../lib/fleet/fleet";
import type { RunView } from "./view";

/** Progress of a run, one line per site: for logs, and for output that is not a terminal. */
export class PlainLines implements RunView {
  constructor(
    private readonly say: (text: string) => void,
    private readonly operation: Operation,
  ) {}

  waveBegins({ title, sites }: Wave): void {
    this.say(`== ${title}: ${sites.length} ${sites.length === 1 ? "site" : "sites"}`);
  }

  siteBegins(site: Site): void {
    this.say(`   ${site.name}: begun`);
  }

  siteEnds(site: Site, outcome: Outcome): void {
    this.say(`${isWell(outcome) ? "ok" : "!!"} ${site.name}: ${siteText(outcome, this.operation)}`);
  }

  waveEnds(): void {
    return;
  }

  end(): void {
    return;
  }
}
