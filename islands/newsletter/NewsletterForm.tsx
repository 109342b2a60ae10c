import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { missingFields, newsletterToasts as toasts } from '../../cms/newsletter/rules.ts'
import { ApiError } from '../lib/api.ts'
import { dismissToast, showToast, type Toast } from '../lib/toasts.ts'
import { PageToasts } from '../ui/PageToasts.tsx'
import { subscribe } from './subscribe.ts'
import { forgetDraft, keepDraft, restoreDraft } from './draft.ts'
import { Fields, type Labels } from './Fields.tsx'
import { type MarkedField, refusedField } from './invalid-field.ts'

type Props = Labels & {
  /** Which wording of the consent the page shows. */
  wording: string
  /** Whether an editor changes its words: it sends nothing then, and everything in it is open. */
  isEdited: boolean
  /** Said of the panel while it is open, and while it is not. */
  toggleExpanded?: ReactNode
  toggleCollapsed?: ReactNode
  button?: ReactNode
  buttonSubmitting?: ReactNode
}

/**
 * The sign-up to the letter. Without a script it is a form like any other: the fields keep their own
 * values, the panel is opened by the browser, and what was typed before the script came stays.
 */
export function NewsletterForm(props: Props) {
  const form = useRef<HTMLFormElement>(null)
  const panel = useRef<HTMLDetailsElement>(null)
  const lastToast = useRef(0)
  const [isOpen, setOpen] = useState(false)
  const [hasInterests, setHasInterests] = useState(false)
  const [isSubmitting, setSubmitting] = useState(false)
  const [marked, setMarked] = useState<MarkedField[]>([])
  const [isReady, setReady] = useState(false)

  useEffect(() => {
    if (form.current) restoreDraft(form.current)
    setReady(true)
    setOpen(panel.current?.open ?? false)
    setHasInterests(isAnyChosen(form.current))
  }, [])

  const say = (toast: Pick<Toast, 'title' | 'description'>, tone: Toast['tone'] = 'fault') => {
    dismissToast(lastToast.current)
    lastToast.current = showToast({ ...toast, tone })
  }
  const openPanel = () => {
    if (panel.current) panel.current.open = true
  }
  const changed = () => {
    if (!form.current) return
    keepDraft(form.current)
    setHasInterests(isAnyChosen(form.current))
    const still: MarkedField[] = missingFields(new FormData(form.current))
    setMarked((before) => before.filter((field) => still.includes(field)))
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const current = event.currentTarget
    if (isSubmitting) return
    const data = new FormData(current)
    const lacking = missingFields(data)
    setMarked(lacking)
    const wasOpen = panel.current?.open
    openPanel()
    const [first] = lacking
    if (first) {
      say(toasts.required)
      goTo(current, first)
      return
    }
    if (!data.has('interests')) {
      say(toasts.interests)
      goTo(current, 'interests')
      return
    }
    if (!wasOpen) return
    setSubmitting(true)
    try {
      // Since the page was asked for: a script that came late says nothing of when somebody began.
      await subscribe(data, performance.now())
      say(toasts.success, 'plain')
      current.reset()
      forgetDraft()
      setHasInterests(false)
      if (panel.current) panel.current.open = false
      // The panel was tall: without this its end, and the form with it, would be far above.
      current.scrollIntoView({ block: 'center' })
    } catch (error) {
      say({ ...toasts.failure, description: reasonOf(error) ?? toasts.failure.description })
      if (error instanceof ApiError && error.status === 400) {
        const field = refusedField(data)
        setMarked([field])
        goTo(current, field)
      }
    }
    setSubmitting(false)
  }

  // In a button no word could be opened by itself.
  const Send = props.isEdited ? 'div' : 'button'
  const isUnavailable = !props.isEdited && isReady && (isSubmitting || !isOpen || !hasInterests)
  return (
    <form
      ref={form}
      className="newsletter-form"
      method="post"
      action="/api/subscribe-newsletter"
      noValidate={isReady}
      aria-busy={isSubmitting || undefined}
      data-astro-reload
      onInput={changed}
      onSubmit={(event) => void submit(event)}
    >
      <input type="hidden" name="wording" value={props.wording} readOnly />
      <Fields
        {...props}
        marked={marked}
        panel={panel}
        onToggle={() => setOpen(panel.current?.open ?? false)}
        toggle={
          <>
            <span className="when-closed">{props.toggleCollapsed}</span>
            <span className="when-open">{props.toggleExpanded}</span>
          </>
        }
      />
      <Send
        type={props.isEdited ? undefined : 'submit'}
        className="newsletter-send poster"
        aria-disabled={isUnavailable || undefined}
        data-submitting={isSubmitting || undefined}
      >
        <span hidden={isSubmitting}>{props.button}</span>
        <span hidden={!isSubmitting && !props.isEdited}> {props.buttonSubmitting}</span>
      </Send>
      <PageToasts />
    </form>
  )
}

const goTo = (form: HTMLFormElement, field: string) =>
  form.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()

// What the server says is wrong, or that it could not be reached.
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { message } = (error.body ?? {}) as { message?: string }
  return message ?? (error.code === 'network' ? error.message : undefined)
}

const isAnyChosen = (form: HTMLFormElement | null): boolean =>
  form !== null && new FormData(form).has('interests')
