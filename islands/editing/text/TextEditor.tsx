import { useStore } from '@nanostores/react'
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Positioning } from '../../../cms/editing/contract.ts'
import { isMultiline, longestText } from '../../../cms/editing/rules.ts'
import { hostId } from '../page/page-input.ts'
import { keyElements } from '../page/page-keys.ts'
import { showPosition } from '../page/show-text.ts'
import { labelOf, parseId } from '../state/content-keys.ts'
import { $open, $place, type OpenText } from '../state/editing-state.ts'
import { EditorPanel } from './EditorPanel.tsx'
import { typeOf, useFieldPlace, useGrowth } from './field-place.ts'
import { cancelTyping, keepTyped, saveTyping } from './open-key.ts'

const keepAfterMs = 150

function change(data: Partial<OpenText['data']>): void {
  const open = $open.get()
  if (open) $open.set({ ...open, data: { ...open.data, ...data } })
}

/** A text open in its place, in its own type, with what can be done to it below. */
export function TextEditor({ open: { id, element, data } }: { open: OpenText }) {
  const { text, positioning } = data
  const page = useStore($place)?.page ?? ''
  const label = labelOf(parseId(id, page))
  const place = useFieldPlace(element, positioning)
  const [broken, setBroken] = useState(false)
  const [type] = useState(() => (element && place.inPlace ? typeOf(element) : undefined))
  const box = useRef<HTMLFormElement>(null)
  const breakLine = useRef(() => {})
  useOutside(box)
  useHidden(place.inPlace ? element : null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has been typed is kept
  useEffect(() => {
    const timer = setTimeout(keepTyped, keepAfterMs)
    return () => clearTimeout(timer)
  }, [data])
  const tooLong = text.length > longestText
  const position = (next: Positioning) => {
    change({ positioning: next })
    for (const each of keyElements(id)) showPosition(each, next)
  }
  const save = () => {
    if (!tooLong) void saveTyping()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      cancelTyping()
    }
  }
  return (
    <form
      ref={box}
      className="ed-editor"
      data-in-place={place.inPlace || undefined}
      style={
        {
          top: place.top,
          left: place.left,
          width: place.width,
          '--ed-left': `${place.left}px`,
        } as CSSProperties
      }
      aria-label={`Editing ${label}`}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Field
        label={label}
        text={text}
        multiline={broken || isMultiline(text) || wraps(element)}
        style={type && positioning ? { ...type, textAlign: positioning.alignment } : type}
        faulty={tooLong}
        onText={(next) => change({ text: next })}
        breakLine={breakLine}
        onSave={save}
        onBreak={() => setBroken(true)}
      />
      <EditorPanel
        id={id}
        label={label}
        element={element}
        positioning={positioning}
        fault={
          tooLong
            ? `${text.length.toLocaleString('en-GB')} of ${longestText.toLocaleString('en-GB')} characters. Shorten it to save.`
            : null
        }
        onPosition={position}
        onCancel={() => cancelTyping()}
        onBreak={() => breakLine.current()}
      />
    </form>
  )
}

type FieldProps = {
  label: string
  text: string
  multiline: boolean
  style: Record<string, string> | undefined
  faulty: boolean
  onText: (text: string) => void
  /** Takes what breaks the line where the caret is. */
  breakLine: RefObject<() => void>
  onSave: () => void
  onBreak: () => void
}

function Field(props: FieldProps) {
  const { label, text, multiline, style, faulty, breakLine, onText, onSave, onBreak } = props
  const ref = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const caret = useRef<number | null>(null)
  useGrowth(ref, text)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another field takes the caret over
  useLayoutEffect(() => {
    const at = caret.current ?? text.length
    ref.current?.focus({ preventScroll: true })
    ref.current?.setSelectionRange(at, at)
  }, [multiline])
  const putBreak = () => {
    const { selectionStart, selectionEnd } = ref.current ?? {}
    const [from, to] = [selectionStart ?? text.length, selectionEnd ?? text.length]
    caret.current = from + 1
    if (multiline) ref.current?.setRangeText('\n', from, to, 'end')
    else onBreak()
    onText(`${text.slice(0, from)}\n${text.slice(to)}`)
    ref.current?.focus({ preventScroll: true })
  }
  useEffect(() => {
    breakLine.current = putBreak
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (!event.shiftKey) {
      event.preventDefault()
      onSave()
    } else if (!multiline) {
      event.preventDefault()
      putBreak()
    }
  }
  const common = {
    ref,
    className: 'ed-field',
    style,
    value: text,
    'aria-label': `Edit ${label}`,
    'aria-describedby': 'ed-hint',
    'aria-invalid': faulty || undefined,
    autoComplete: 'off',
    enterKeyHint: 'done' as const,
    onKeyDown,
  }
  return multiline ? (
    <textarea {...common} rows={1} onChange={({ target }) => onText(target.value)} />
  ) : (
    <input {...common} type="text" onChange={({ target }) => onText(target.value)} />
  )
}

// A line that the page breaks by itself is written as it stands there.
function wraps(element: HTMLElement | null): boolean {
  if (!element) return false
  const range = document.createRange()
  range.selectNodeContents(element)
  const tops = [...range.getClientRects()].map(({ top }) => Math.round(top))
  return Math.max(...tops, 0) - Math.min(...tops, Number.POSITIVE_INFINITY) > 4
}

// Seen through, not taken out: the page keeps its shape, and the focus can come back.
function useHidden(element: HTMLElement | null): void {
  useLayoutEffect(() => {
    element?.setAttribute('data-ed-open-now', '')
    return () => element?.removeAttribute('data-ed-open-now')
  }, [element])
}

function useOutside(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onPointer = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || box.current?.contains(target)) return
      if (!target.closest(`#${hostId}`)) cancelTyping({ keepFocus: true })
    }
    document.addEventListener('pointerdown', onPointer, { capture: true })
    return () => document.removeEventListener('pointerdown', onPointer, { capture: true })
  }, [box])
}
