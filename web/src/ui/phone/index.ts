export { Composer } from "./composer";
export { ExplanationCard } from "./explanation-card";
export { Phone, Typing } from "./phone";
