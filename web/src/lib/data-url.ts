/** Reads a file as a data: URL, the format of file fields in the contract. */
export function toDataUrl(file: Blob): Promise<string> {
  return new Promise((take, refuse) => {
    const reader = new FileReader();
    reader.onload = () => take(String(reader.result));
    reader.onerror = () => refuse(reader.error);
    reader.readAsDataURL(file);
  });
}
