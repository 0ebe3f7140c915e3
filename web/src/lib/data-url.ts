/** A file as a data: URL, as the contract's fields of files take it. */
export function toDataUrl(file: Blob): Promise<string> {
  return new Promise((take, refuse) => {
    const reader = new FileReader();
    reader.onload = () => take(String(reader.result));
    reader.onerror = () => refuse(reader.error);
    reader.readAsDataURL(file);
  });
}
