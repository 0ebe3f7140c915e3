// Copy of knowledge base.

export const labels = {
  knowledgeBase: "Knowledge Base",
  community: "Community",
} as const;
