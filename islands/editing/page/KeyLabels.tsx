import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { parseId } from '../../../cms/features/content/editing/ui/content-keys.ts'
import { textName } from '../../../cms/features/content/text-names.ts'
import {
  $isEditing,
  $keys,
  $openText,
  $otherEditors,
  $pageContext,
} from '../state/editing-state.ts'
import { keyAtPoint } from './key-at-point.ts'
import { describeKey } from './mark-keys.ts'
import { closestKeyElement, idOfElement, keyElements } from './page-keys.ts'

/** Labels at the hovered or focused key and at the keys that others are editing. */
export function KeyLabels() {
  const isEditing = useStore($isEditing)
  const page = useStore($pageContext)?.page ?? ''
  const others = useStore($otherEditors)
  const openText = useStore($openText)
  useStore($keys)
  const active = useActive(isEditing)
  useRenderOnScroll(isEditing)
  if (!isEditing) return null
  const places = others.flatMap(({ place }) => (place ? keyElements(place).slice(0, 1) : []))
  const labelled = [...new Set([...(active ? [active] : []), ...places])]
  return labelled
    .filter(
      (element) =>
        idOfElement(element) !== openText?.id && element.isConnected && isInSight(element),
    )
    .map((element) => {
      const id = idOfElement(element)
      const { top, left } = element.getBoundingClientRect()
      const description = describeKey(id)
      return (
        <div
          key={`${id}@${element.offsetTop}`}
          className="ed-label"
          aria-hidden="true"
          style={{ top: Math.max(24, top), left: Math.max(4, left) }}
        >
          <b>{textName(parseId(id, page))}</b>
          {description && <span> {description}</span>}
        </div>
      )
    })
}

const isInSight = (element: HTMLElement): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

function useActive(isEnabled: boolean): HTMLElement | null {
  const [active, setActive] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!isEnabled) return
    let frame = 0
    const onPointerMove = ({ clientX, clientY, pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setActive(keyAtPoint(clientX, clientY)))
    }
    const onFocus = ({ target }: Event) => setActive(closestKeyElement(target))
    document.addEventListener('pointermove', onPointerMove, { passive: true })
    document.addEventListener('focusin', onFocus)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('pointermove', onPointerMove)
      document.removeEventListener('focusin', onFocus)
    }
  }, [isEnabled])
  useEffect(() => {
    active?.setAttribute('data-ed-over', '')
    return () => active?.removeAttribute('data-ed-over')
  }, [active])
  return active
}

// The labels have fixed positions, which are computed again after scrolling and resizing.
function useRenderOnScroll(isEnabled: boolean): void {
  const [, setRenders] = useState(0)
  useEffect(() => {
    if (!isEnabled) return
    let frame = 0
    const scheduleRender = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setRenders((count) => count + 1))
    }
    addEventListener('scroll', scheduleRender, { passive: true })
    addEventListener('resize', scheduleRender)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', scheduleRender)
      removeEventListener('resize', scheduleRender)
    }
  }, [isEnabled])
}
