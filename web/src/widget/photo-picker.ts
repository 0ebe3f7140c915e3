// The photos that are added to the next message.
import { element, icon, setText } from "./dom";
import { labels } from "./labels";
import { photoTypes, readPhoto } from "./photo-file";

/** Maximum number of photos of a message. */
const maxPhotos = 3;

export function createPhotoPicker() {
  const input = element("input", {
    type: "file",
    class: "visually-hidden",
    accept: photoTypes.join(),
    multiple: "",
    "aria-label": labels.addPhotos,
    "aria-describedby": "photo-problem",
  });
  const button = element("label", { class: "attach" }, input, icon("camera"));
  const list = element("ul", { class: "added", "aria-label": labels.addedPhotos });
  const status = element("p", { class: "visually-hidden", role: "status" });
  const problem = element("p", { id: "photo-problem", class: "problem", role: "alert" });
  let photos: readonly string[] = [];
  /** Ends once the files that were chosen are read. Unset if there are none. */
  let reading: Promise<void> | undefined;

  function show(next: readonly string[], text = "") {
    photos = next.slice(0, maxPhotos);
    setText(problem, next.length > maxPhotos ? labels.tooManyPhotos(maxPhotos) : text);
    problem.hidden = problem.textContent === "";
    setText(status, photos.length > 0 ? labels.photosToSend(photos.length) : "");
    list.hidden = photos.length === 0;
    list.replaceChildren(...photos.map(toItem));
  }

  function toItem(url: string, at: number): HTMLElement {
    const remove = element("button", { type: "button", class: "added__remove" }, icon("close"));
    remove.setAttribute("aria-label", labels.removePhoto(at + 1));
    remove.addEventListener("click", () => {
      show(photos.filter((_, other) => other !== at));
      // The button is gone.
      input.focus();
    });
    const image = element("img", {
      src: url,
      alt: labels.addedPhoto(at + 1),
      class: "added__photo",
    });
    return element("li", {}, image, remove);
  }

  async function add(files: readonly File[]) {
    const read = await Promise.all(files.map(readPhoto));
    const added = read.flatMap((one) => ("url" in one ? [one.url] : []));
    const problems = read.flatMap((one) => ("problem" in one ? [one.problem] : []));
    show([...photos, ...added], problems[0]);
  }

  input.addEventListener("change", () => {
    const files = [...(input.files ?? [])];
    input.value = "";
    const added = Promise.all([reading, add(files)]).then(() => {
      if (reading === added) reading = undefined;
    });
    reading = added;
  });
  show([]);

  return {
    button,
    elements: [list, status, problem],
    /** Returns what to wait for until all chosen photos are added, if they are not yet. */
    whenAdded: () => reading,
    /** Returns the photos, and removes them. */
    take: (): readonly string[] => {
      const taken = photos;
      show([]);
      return taken;
    },
    restore: (restored: readonly string[]) => show([...restored, ...photos]),
    clear: () => show([]),
    isEmpty: () => photos.length === 0,
  };
}
