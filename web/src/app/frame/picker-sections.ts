// The communities that the picker lists, and what it says about each.

import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { pickerLabels } from "./picker-labels";

export type Section = { id: string; title: string; communities: TextCommunity[] };

/** Returns the communities that match the typed words. */
export function filterCommunities(sections: readonly Section[], typed: string): Section[] {
  const words = typed.toLowerCase();
  return sections
    .map((section) => ({
      ...section,
      communities: section.communities.filter(({ label }) => label.toLowerCase().includes(words)),
    }))
    .filter((section) => section.communities.length > 0);
}

/** Lists recently selected communities first, each only once. */
export function toSections(
  communities: readonly TextCommunity[],
  recent: readonly string[],
): Section[] {
  const lately = recent
    .map((id) => communities.find((community) => community.id === id))
    .filter((community) => community !== undefined);
  const others = communities.filter((community) => !lately.includes(community));
  return [
    { id: "recent", title: pickerLabels.recent, communities: lately },
    {
      id: "all",
      title: lately.length > 0 ? pickerLabels.others : pickerLabels.communities,
      communities: others,
    },
  ].filter((section) => section.communities.length > 0);
}

/** The association software of a community and its code there. */
export function findIntegration(community: TextCommunity) {
  const codes: readonly [string, string][] = [
    [pickerLabels.vantaca, community.vantacaAssocCode],
    ["CINC", community.cincAssocCode],
    [pickerLabels.buildium, community.buildiumAssocCode],
    ["VMS", community.vmsAssocCode],
    ["VMG", community.vmgAssocCode],
  ];
  const [software = "", code = ""] = codes.find(([, one]) => one !== "") ?? [];
  return { software, code };
}

/** Describes the selected community: "Training · Vantaca", and at length "Training · Vantaca HRB-01". */
export function toNote(community: TextCommunity) {
  const state = community.isTraining ? pickerLabels.training : pickerLabels.botAnswers;
  const { software, code } = findIntegration(community);
  if (!software) return { short: state, long: state };
  return { short: `${state} · ${software}`, long: `${state} · ${software} ${code}` };
}
