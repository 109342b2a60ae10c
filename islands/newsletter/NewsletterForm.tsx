import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { missingFields, newsletterToasts as toasts } from '../../cms/newsletter/rules.ts'
import { ApiError } from '../lib/api.ts'
import { dismissToast, showToast, type Toast } from '../lib/toasts.ts'
import { Submit } from '../ui/form/Submit.tsx'
import { useBusy } from '../ui/form/use-busy.ts'
import { useHydrated } from '../ui/form/use-hydrated.ts'
import { PageToasts } from '../ui/PageToasts.tsx'
import { clearDraft, keepDraft, restoreDraft } from './draft.ts'
import { Fields, type Labels } from './Fields.tsx'
import { type InvalidField, refusedField } from './invalid-field.ts'
import { subscribe } from './subscribe.ts'

type Props = Labels & {
  /** Version of the consent text that the page shows. */
  wording: string
  /** An editor edits the texts in place; nothing is submitted then. */
  isEdited: boolean
  toggleExpanded?: ReactNode
  toggleCollapsed?: ReactNode
  button?: ReactNode
  buttonSubmitting?: ReactNode
}

/**
 * The newsletter sign-up. It works without JavaScript: the fields are uncontrolled, the panel is a
 * `details` element, and what was typed before hydration stays.
 */
export function NewsletterForm(props: Props) {
  const form = useRef<HTMLFormElement>(null)
  const panel = useRef<HTMLDetailsElement>(null)
  const lastToast = useRef(0)
  const [isOpen, setOpen] = useState(false)
  const [hasInterests, setHasInterests] = useState(false)
  const [isSubmitting, run] = useBusy()
  const [invalid, setInvalid] = useState<InvalidField[]>([])
  const isHydrated = useHydrated()

  useEffect(() => {
    if (form.current) restoreDraft(form.current)
    setOpen(panel.current?.open ?? false)
    setHasInterests(isAnyChosen(form.current))
  }, [])

  const notify = (toast: Pick<Toast, 'title' | 'description'>, tone: Toast['tone'] = 'fault') => {
    dismissToast(lastToast.current)
    lastToast.current = showToast({ ...toast, tone })
  }
  const setPanelOpen = (open: boolean) => {
    if (panel.current) panel.current.open = open
  }
  const onInput = () => {
    if (!form.current) return
    keepDraft(form.current)
    setHasInterests(isAnyChosen(form.current))
    const missing: InvalidField[] = missingFields(new FormData(form.current))
    setInvalid((before) => before.filter((field) => missing.includes(field)))
  }
  const send = (target: HTMLFormElement, data: FormData) =>
    run(async () => {
      try {
        // Measured from the navigation: the script itself may have been loaded late.
        await subscribe(data, performance.now())
        notify(toasts.success, 'plain')
        target.reset()
        clearDraft()
        setHasInterests(false)
        setPanelOpen(false)
        // Closing the tall panel would leave the form far above the viewport.
        target.scrollIntoView({ block: 'center' })
      } catch (error) {
        notify({ ...toasts.failure, description: reasonOf(error) ?? toasts.failure.description })
        if (error instanceof ApiError && error.status === 400) {
          const field = refusedField(data)
          setInvalid([field])
          focusField(target, field)
        }
      }
    })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const target = event.currentTarget
    if (isSubmitting) return
    const data = new FormData(target)
    const missing = missingFields(data)
    setInvalid(missing)
    const wasOpen = panel.current?.open
    setPanelOpen(true)
    const [first] = missing
    if (first) {
      notify(toasts.required)
      focusField(target, first)
    } else if (!data.has('interests')) {
      notify(toasts.interests)
      focusField(target, 'interests')
    } else if (wasOpen) void send(target, data)
  }

  return (
    <form
      ref={form}
      className="form newsletter-form"
      method="post"
      action="/api/subscribe-newsletter"
      noValidate={isHydrated}
      aria-busy={isSubmitting || undefined}
      data-astro-reload
      onInput={onInput}
      onSubmit={onSubmit}
    >
      <input type="hidden" name="wording" value={props.wording} readOnly />
      <Fields
        {...props}
        invalid={invalid}
        panel={panel}
        onToggle={() => setOpen(panel.current?.open ?? false)}
        toggle={
          <>
            <span className="when-closed">{props.toggleCollapsed}</span>
            <span className="when-open">{props.toggleExpanded}</span>
          </>
        }
      />
      <Submit
        as={props.isEdited ? 'div' : 'button'}
        isBusy={isSubmitting}
        isUnavailable={!props.isEdited && isHydrated && (isSubmitting || !isOpen || !hasInterests)}
      >
        <span hidden={isSubmitting}>{props.button}</span>
        <span hidden={!isSubmitting && !props.isEdited}> {props.buttonSubmitting}</span>
      </Submit>
      <PageToasts />
    </form>
  )
}

const focusField = (form: HTMLFormElement, field: string) =>
  form.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()

// The server's reason, or a text for a server that cannot be reached.
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { message } = (error.body ?? {}) as { message?: string }
  return message ?? (error.code === 'network' ? error.message : undefined)
}

const isAnyChosen = (form: HTMLFormElement | null): boolean =>
  form !== null && new FormData(form).has('interests')
