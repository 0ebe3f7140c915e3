// Names of browsers and systems, from a user agent.

import { clientLabels } from "./labels";

const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, clientLabels.edge],
  [/\bOPR\/|\bOpera\b/, clientLabels.opera],
  [/\bSamsungBrowser\//, clientLabels.samsungInternet],
  [/\bFirefox\/|\bFxiOS\//, clientLabels.firefox],
  [/Chrome\/|\bCriOS\//, clientLabels.chrome],
  [/\bSafari\//, clientLabels.safari],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, clientLabels.iPhone],
  [/\biPad\b/, clientLabels.iPad],
  [/\bAndroid\b/, clientLabels.android],
  [/\bCrOS\b/, clientLabels.chromeOs],
  [/\bWindows\b/, clientLabels.windows],
  [/\bMac OS X\b|\bMacintosh\b/, clientLabels.mac],
  [/\bLinux\b/, clientLabels.linux],
];

/** "Chrome on a Mac". */
export function userAgentLabel(agent: string): string {
  const browser = browsers.find(([sign]) => sign.test(agent))?.[1];
  const system = systems.find(([sign]) => sign.test(agent))?.[1];
  if (!browser && !system) return clientLabels.unknown;
  return system ? clientLabels.browserOn(system, browser) : `${browser}`;
}
