// Copy of the sample chat that staff see beside the settings.

export const previewLabels = {
  community: "Your community",
  question: "How do I get a second parking permit?",
  answer: "Fill out the form at the office. A second permit is $40 a month.",
  openQuestion: "Can I put a bench on my balcony?",
  handOff: "Good question. I'm asking the office.",
};
