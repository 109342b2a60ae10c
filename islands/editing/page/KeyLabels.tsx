import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { labelOf, parseId } from '../state/content-keys.ts'
import { $keys, $open, $others, $place, $toggles } from '../state/editing-state.ts'
import { modeOf } from '../state/modes.ts'
import { describeKey } from '../state/page-status.ts'
import { keyUnder } from './key-at-point.ts'
import { elementAt, idOfElement, keyElements } from './page-keys.ts'

/** A small flag at a key: the one pointed at or gone to, and those where somebody else is. */
export function KeyLabels() {
  const isEditing = modeOf(useStore($toggles)) === 'edit'
  const page = useStore($place)?.page ?? ''
  const others = useStore($others)
  const open = useStore($open)
  useStore($keys)
  const active = useActive(isEditing)
  useScrolling(isEditing)
  if (!isEditing) return null
  const places = others.flatMap(({ place }) => (place ? keyElements(place).slice(0, 1) : []))
  const flagged = [...new Set([...(active ? [active] : []), ...places])]
  return flagged
    .filter(
      (element) => idOfElement(element) !== open?.id && element.isConnected && isInSight(element),
    )
    .map((element) => {
      const id = idOfElement(element)
      const { top, left } = element.getBoundingClientRect()
      const about = describeKey(id)
      return (
        <div
          key={`${id}@${element.offsetTop}`}
          className="ed-label"
          aria-hidden="true"
          style={{ top: Math.max(24, top), left: Math.max(4, left) }}
        >
          <b>{labelOf(parseId(id, page))}</b>
          {about && <span> {about}</span>}
        </div>
      )
    })
}

const isInSight = (element: HTMLElement): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

function useActive(on: boolean): HTMLElement | null {
  const [active, setActive] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!on) return
    let frame = 0
    const point = ({ clientX, clientY, pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setActive(keyUnder(clientX, clientY)))
    }
    const look = ({ target }: Event) => setActive(elementAt(target))
    document.addEventListener('pointermove', point, { passive: true })
    document.addEventListener('focusin', look)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('pointermove', point)
      document.removeEventListener('focusin', look)
    }
  }, [on])
  useEffect(() => {
    active?.setAttribute('data-ed-over', '')
    return () => active?.removeAttribute('data-ed-over')
  }, [active])
  return active
}

// The flags are fixed to the window and go along with the page.
function useScrolling(on: boolean): void {
  const [, draw] = useState(0)
  useEffect(() => {
    if (!on) return
    let frame = 0
    const follow = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => draw((count) => count + 1))
    }
    addEventListener('scroll', follow, { passive: true })
    addEventListener('resize', follow)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', follow)
      removeEventListener('resize', follow)
    }
  }, [on])
}
