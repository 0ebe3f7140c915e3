import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { keepSentPhotos, type PickedPhoto, restoreSentPhotos } from "./kept-photos";
import { usePhotoPicker } from "./use-photo-picker";

const photo = (name: string) => new File(["pixels"], name, { type: "image/jpeg" });

test("a photo that is read while others are sent stays, and the sent ones don't return", async () => {
  const { result } = renderHook(() => usePhotoPicker(3, "reply"));
  const names = () => result.current.photos.map(({ name }) => name);
  await act(() => result.current.add([photo("a.jpg"), photo("b.jpg")]));
  const sent = result.current.photos;
  await act(async () => {
    const reading = result.current.add([photo("c.jpg")]);
    result.current.clear(sent);
    await reading;
  });
  expect(names()).toEqual(["c.jpg"]);
  act(() => keepSentPhotos("message", sent));
  act(() => restoreSentPhotos("message", "reply"));
  expect(names()).toEqual(["a.jpg", "b.jpg", "c.jpg"]);
});

test("photos of an undone message all stay with those attached since, and no more are added", async () => {
  const { result } = renderHook(() => usePhotoPicker(3, "other reply"));
  const names = () => result.current.photos.map(({ name }) => name);
  await act(() => result.current.add([photo("a.jpg"), photo("b.jpg")]));
  const sent = result.current.photos;
  act(() => {
    keepSentPhotos("other message", sent);
    result.current.clear(sent);
  });
  await act(() => result.current.add(["c.jpg", "d.jpg", "e.jpg"].map(photo)));
  act(() => restoreSentPhotos("other message", "other reply"));
  expect(names()).toEqual(["a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg"]);
  act(() => result.current.remove(sent[0] as PickedPhoto));
  expect(names()).toEqual(["b.jpg", "c.jpg", "d.jpg", "e.jpg"]);
  await act(() => result.current.add([photo("f.jpg")]));
  expect(names()).toEqual(["b.jpg", "c.jpg", "d.jpg", "e.jpg"]);
  expect(result.current.problem).toBe("You can attach up to 3 photos.");
});
