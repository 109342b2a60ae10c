import { useStore } from '@nanostores/react'
import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Positioning } from '../../../cms/features/content/editing/contract.ts'
import { isMultiline } from '../../../cms/features/content/editing/rules.ts'
import { parseId } from '../../../cms/features/content/editing/ui/content-keys.ts'
import { maxTextLength } from '../../../cms/features/content/rules.ts'
import { textName } from '../../../cms/features/content/text-names.ts'
import { showToast } from '../../../cms/platform/ui/toasts.ts'
import { hostId } from '../page/page-input.ts'
import { keyElements } from '../page/page-keys.ts'
import { showPosition } from '../page/show-text.ts'
import { $openText, $pageContext, announce, type OpenText } from '../state/editing-state.ts'
import { EditorPanel } from './EditorPanel.tsx'
import { fontStyleOf, useAutoHeight, useFieldPlace } from './field-place.ts'
import { cancelEditing, saveOpenText, storeOpenText } from './open-key.ts'

const storeAfterMs = 150

function change(data: Partial<OpenText['data']>): void {
  const openText = $openText.get()
  if (openText) $openText.set({ ...openText, data: { ...openText.data, ...data } })
}

/** Edits a text in place, in its own font, with a panel of actions below. */
export function TextEditor({ openText: { id, element, data } }: { openText: OpenText }) {
  const { text, positioning } = data
  const page = useStore($pageContext)?.page ?? ''
  const label = textName(parseId(id, page))
  const place = useFieldPlace(element, positioning)
  const [hasLineBreak, setHasLineBreak] = useState(false)
  const [fontStyle] = useState(() => (element && place.inPlace ? fontStyleOf(element) : undefined))
  const box = useRef<HTMLFormElement>(null)
  const breakLine = useRef(() => {})
  useCancelOnOutsideClick(box)
  useHiddenElement(place.inPlace ? element : null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts with each change
  useEffect(() => {
    const timer = setTimeout(storeOpenText, storeAfterMs)
    return () => clearTimeout(timer)
  }, [data])
  const isTooLong = text.length > maxTextLength
  const isOneLine = !hasLineBreak && !isMultiline(text) && !isWrapped(element)
  const position = (next: Positioning) => {
    change({ positioning: next })
    for (const each of keyElements(id)) showPosition(each, next)
  }
  const save = () => {
    if (!isTooLong) void saveOpenText()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      cancelEditing()
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
        multiline={!isOneLine || isTight(fontStyle)}
        isOneLine={isOneLine}
        allowsLineBreaks={keyElements(id).some((each) => !each.closest('.other-words'))}
        style={
          fontStyle && positioning ? { ...fontStyle, textAlign: positioning.alignment } : fontStyle
        }
        isInvalid={isTooLong}
        onText={(next) => change({ text: next })}
        breakLine={breakLine}
        onSave={save}
        onFirstBreak={() => setHasLineBreak(true)}
      />
      <EditorPanel
        id={id}
        label={label}
        element={element}
        positioning={positioning}
        problem={
          isTooLong
            ? `${text.length.toLocaleString('en-GB')} of ${maxTextLength.toLocaleString('en-GB')} characters. Shorten it to save.`
            : null
        }
        onPosition={position}
        onCancel={() => cancelEditing()}
        onLineBreak={() => breakLine.current()}
      />
    </form>
  )
}

type FieldProps = {
  label: string
  text: string
  /** Whether the field is a textarea. */
  multiline: boolean
  /** Whether the text stays on one line. */
  isOneLine: boolean
  /** Whether the text may have line breaks. Metadata and labels may not. */
  allowsLineBreaks: boolean
  style: Record<string, string> | undefined
  isInvalid: boolean
  onText: (text: string) => void
  /** Set to a function that inserts a line break at the caret. */
  breakLine: RefObject<() => void>
  onSave: () => void
  /** Called before the first line break, which needs a multiline field. */
  onFirstBreak: () => void
}

function Field(props: FieldProps) {
  const { label, text, multiline, isOneLine, allowsLineBreaks, style, isInvalid } = props
  const { breakLine, onText, onSave, onFirstBreak } = props
  const ref = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const caret = useRef<number | null>(null)
  useAutoHeight(ref, text)
  // biome-ignore lint/correctness/useExhaustiveDependencies: restores the caret in the new field
  useLayoutEffect(() => {
    const at = caret.current ?? text.length
    ref.current?.focus({ preventScroll: true })
    ref.current?.setSelectionRange(at, at)
  }, [multiline])
  const insert = (words: string) => {
    const { selectionStart, selectionEnd } = ref.current ?? {}
    const [from, to] = [selectionStart ?? text.length, selectionEnd ?? text.length]
    caret.current = from + words.length
    if (multiline || !words.includes('\n')) ref.current?.setRangeText(words, from, to, 'end')
    else onFirstBreak()
    onText(text.slice(0, from) + words + text.slice(to))
    ref.current?.focus({ preventScroll: true })
  }
  const insertBreak = () => insert('\n')
  // A single-line input would silently replace pasted line breaks with spaces.
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n')
    const lines = pasted.trim().split('\n')
    if (lines.length < 2 || (multiline && allowsLineBreaks)) return
    event.preventDefault()
    insert(allowsLineBreaks ? lines.join('\n') : lines.map((line) => line.trim()).join(' '))
    if (allowsLineBreaks) return
    const title = 'Line breaks became spaces.'
    showToast({ title, description: `${label} is shown on one line.` })
    announce(title)
  }
  useEffect(() => {
    breakLine.current = insertBreak
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (!event.shiftKey) {
      event.preventDefault()
      onSave()
    } else if (!multiline) {
      event.preventDefault()
      insertBreak()
    }
  }
  const common = {
    ref,
    className: 'ed-field',
    style,
    value: text,
    'aria-label': `Edit ${label}`,
    'aria-describedby': 'ed-hint',
    'aria-invalid': isInvalid || undefined,
    'data-one-line': isOneLine || undefined,
    autoComplete: 'off',
    enterKeyHint: 'done' as const,
    onPaste,
    onKeyDown,
  }
  return multiline ? (
    <textarea {...common} rows={1} onChange={({ target }) => onText(target.value)} />
  ) : (
    <input {...common} type="text" onChange={({ target }) => onText(target.value)} />
  )
}

// Whether the page wraps the element's text over several lines.
function isWrapped(element: HTMLElement | null): boolean {
  if (!element) return false
  const range = document.createRange()
  range.selectNodeContents(element)
  const tops = [...range.getClientRects()].map(({ top }) => Math.round(top))
  return Math.max(...tops, 0) - Math.min(...tops, Number.POSITIVE_INFINITY) > 4
}

// A line of an input is at least as high as the font's own line height. A text with a smaller line height
// would move down, so it is edited in a textarea.
const isTight = (style: Record<string, string> | undefined): boolean =>
  Number.parseFloat(style?.lineHeight ?? '') < 1.25 * Number.parseFloat(style?.fontSize ?? '')

// Hides the element by opacity, so that the layout stays and the element can be focused again.
function useHiddenElement(element: HTMLElement | null): void {
  useLayoutEffect(() => {
    element?.setAttribute('data-ed-open-now', '')
    return () => element?.removeAttribute('data-ed-open-now')
  }, [element])
}

function useCancelOnOutsideClick(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onPointer = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || box.current?.contains(target)) return
      if (!target.closest(`#${hostId}`)) cancelEditing({ keepFocus: true, keepsChange: true })
    }
    document.addEventListener('pointerdown', onPointer, { capture: true })
    return () => document.removeEventListener('pointerdown', onPointer, { capture: true })
  }, [box])
}
