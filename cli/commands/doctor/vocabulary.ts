const fields = `
  acknowledge acknowledged action active add added addr address alarm already app as by certify deleting exists flowgate
  has in is matched member named of renamed statustopn successful there to updated usergroup was with
  alarm alarms all allremove api apiversion assets awareness
  base body build bytes bits cell cells child children cidr cli code collector collectors columns config conversations
  copyright count cpu current data day days daysleft delete deleted delta description descriptions detail details device
  disable disabled dnscheck element elementname enable enabled end entity entries entry epoch err error errors exact
  exclude expiration expiry exporter exporters fc fields filter filters flag footer format from graph group groups host
  hour hours html https http id identity in inbound include index integer interface interfaces ip ipgroup ipgroups items
  json key label last lastseen left license licensed licensedtype licensedversion limit list listening listeningport
  login logout machine machineid mask max maxrows member members membership message messages meta minutes myrules name
  names network networks next no noprofile not notate note notes null num number o octets of off offset ok on order out
  outbound p packets page pages pair pairs parent path payload percent permission permissions pie policies policy port
  ports primary processedcount profile profiles range rate raw rawvalue reason realtime rebuild record records
  relationships release remove removed rename replicator reply report reports request requested resolvetime response
  result results role row rows rpt rule rules saved script search seccode second secondary seconds secret send sending
  sendingport sent server service services session set setting settings sip show singularity size start state stats
  status string success successfully system table test text threshold time times timeseries timestamp title to token
  total totalrowcount totals traffic type types unix unixtime unreachable update updated url user usergroup usergroups
  users value values version warning warnings wildcard yes zone
`;
const states = `
  absent active allowed backup busy connected denied disconnected done down empty exists expired failed failure false
  found idle inactive invalid invalidtoken missing never none pending permanent ready refused running standby stopped
  true unknown unlimited unreachable up valid
`;

/**
 * Words of the API documents and of common states. They reveal nothing about the owner of a box, and keep its answers
 * readable.
 */
export const words: ReadonlySet<string> = new Set(`${fields} ${states}`.split(/\s+/u).filter((word) => word !== ""));
