// Copy that is shown while the frame, a screen or the search loads.

export const loadingLabels = {
  loadingScreen: "Loading",
  search: "Search",
  searchField: "Find anything",
  searchHint: "Find people, communities, answers and screens",
  loadingSearch: "Loading…",
} as const;
