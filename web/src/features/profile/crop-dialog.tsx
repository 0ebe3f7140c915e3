import { type PointerEvent, useEffect, useRef, useState } from "react";
import { Dialog, DialogActions } from "../../ui";
import { aspectRatio, type Crop, dragCrop, fullCrop, toPixels } from "./crop";
import { cropLabels } from "./crop-labels";

type Props = {
  picture: ImageBitmap;
  pending: boolean;
  onClose: () => void;
  onKeep: (dataUrl: string) => void;
};

const size = { width: 1600, height: 1600 / aspectRatio };

const controls: readonly { name: keyof Crop; label: string; min: number; max: number }[] = [
  { name: "zoom", label: cropLabels.zoom, min: 1, max: 4 },
  { name: "x", label: cropLabels.leftToRight, min: 0, max: 1 },
  { name: "y", label: cropLabels.topToBottom, min: 0, max: 1 },
];

/** Crops a picture by dragging or with sliders. */
export default function CropDialog({ picture, pending, onClose, onKeep }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState(fullCrop);

  // Draws on the canvas, which React does not render.
  useEffect(() => {
    const { left, top, width, height } = toPixels(picture, crop);
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    // JPEG has no transparency; transparent pixels become white.
    context.fillStyle = "white";
    context.fillRect(0, 0, size.width, size.height);
    context.drawImage(picture, left, top, width, height, 0, 0, size.width, size.height);
  }, [picture, crop]);

  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons !== 1) return;
    const { width, height } = event.currentTarget.getBoundingClientRect();
    setCrop((now) => dragCrop(picture, now, event.movementX / width, event.movementY / height));
  };

  return (
    <Dialog
      title={cropLabels.title}
      open
      staysOpen
      onClose={onClose}
      foot={
        <DialogActions
          onCancel={onClose}
          pending={pending}
          onPress={() => {
            const url = canvas.current?.toDataURL("image/jpeg", 0.9);
            if (url) onKeep(url);
          }}
        >
          {cropLabels.use}
        </DialogActions>
      }
    >
      <canvas
        ref={canvas}
        className="profile__crop"
        {...size}
        role="img"
        aria-label={cropLabels.area}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      />
      {controls.map(({ name, label, min, max }) => (
        <label key={name} className="profile__slider">
          <span className="label">{label}</span>
          <input
            type="range"
            min={min}
            max={max}
            step={(max - min) / 50}
            value={crop[name]}
            onChange={(event) => setCrop({ ...crop, [name]: Number(event.target.value) })}
          />
        </label>
      ))}
    </Dialog>
  );
}
