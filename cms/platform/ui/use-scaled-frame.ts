import { type CSSProperties, type RefObject, useEffect, useState } from 'react'

type Size = { width: number; height: number }

/** The size of an element's content box in CSS pixels; null before the first layout. */
export function useSize(ref: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    if (!ref.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return size
}

/** Styles that scale an iframe with a viewport of `width` CSS pixels down to fit into `room`. */
export function scaleToFit(width: number, room: Size): CSSProperties {
  const scale = room.width ? Math.min(1, room.width / width) : 1
  return {
    width,
    height: room.height / scale,
    transform: `scale(${scale})`,
    left: Math.max(0, (room.width - width * scale) / 2),
  }
}
