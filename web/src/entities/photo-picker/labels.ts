// Copy of photos that are attached to the next message.

export const photoPickerLabels = {
  attach: "Attach a photo",
  photos: "Photos to send",
  count: (count: number) => (count === 1 ? "1 photo to send" : `${count} photos to send`),
  remove: (name: string) => `Remove ${name}`,
  wrongType: "Choose PNG, JPEG or WebP files.",
  tooMany: (most: number) => `You can attach up to ${most} photos.`,
  notSupported: "Texts from this number can't have photos.",
  blocked: "Texts from this number can't have photos. Remove them.",
  tooLarge: "These photos total more than 5.5 MB. Choose smaller ones.",
} as const;
