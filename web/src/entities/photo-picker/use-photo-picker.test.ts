import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
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
  act(() => result.current.restore(sent));
  expect(names()).toEqual(["a.jpg", "b.jpg", "c.jpg"]);
  act(() => result.current.restore(sent.slice(0, 1)));
  expect(result.current.problem).toBe("You can attach up to 3 photos.");
});
