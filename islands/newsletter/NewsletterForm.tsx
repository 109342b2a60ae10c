import {
  type FormEvent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import {
  missingFields,
  signUpSentText,
  newsletterToasts as texts,
} from '../../cms/features/newsletter/rules.ts'
import { ApiError } from '../../cms/platform/ui/api.ts'
import { dismissToast, showToast, type Toast } from '../../cms/platform/ui/toasts.ts'
import { track } from '../analytics/early/track.ts'
import { offerNudges } from '../nudges/load.ts'
import { FormError } from '../ui/form/FormError.tsx'
import { Submit } from '../ui/form/Submit.tsx'
import { useBusy } from '../ui/form/use-busy.ts'
import { useHydrated } from '../ui/form/use-hydrated.ts'
import { clearDraft, keepDraft, restoreDraft } from './draft.ts'
import { Fields, type Labels } from './Fields.tsx'
import {
  type FieldErrors,
  fieldOf,
  findErrors,
  interestsErrors,
  serverFieldErrors,
} from './invalid-field.ts'
import { subscribe } from './subscribe.ts'

type Props = Labels & {
  /** Version of the consent text that the page shows. */
  wording: string
  /** Whether an editor edits the texts in place. Then the form is not submitted. */
  isEdited: boolean
  toggleExpanded?: ReactNode
  toggleCollapsed?: ReactNode
  /** Text in the closed panel's title that says that the panel has required fields. */
  interestsRequired?: ReactNode
  button?: ReactNode
  buttonSubmitting?: ReactNode
  /** Text that says what is required before the button can be used. */
  buttonNeeds?: ReactNode
}

type Message = Required<Pick<Toast, 'title' | 'description'>>

// Loaded at the first toast, because the form is on every page.
const StyledToasts = lazy(() => import('./StyledToasts.tsx'))

const notSentHint = 'Not sent yet. What you typed is still here.'

/**
 * The newsletter sign-up. It works without JavaScript: the fields are uncontrolled, the panel is a
 * `details` element, and text that was typed before hydration stays.
 */
export function NewsletterForm(props: Props) {
  const form = useRef<HTMLFormElement>(null)
  const panel = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [hasInterests, setHasInterests] = useState(false)
  const [isSubmitting, run] = useBusy()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [hasToasts, setHasToasts] = useState(false)
  const lastToast = useRef(0)
  /** What stays in the form after a toast about a failure that concerns no field. */
  const [hint, setHint] = useState<string | null>(null)
  /** The address of the last sign-up; null when the person starts another sign-up. */
  const [doneEmail, setDoneEmail] = useState<string | null>(null)
  const isHydrated = useHydrated()

  useEffect(() => {
    if (form.current) restoreDraft(form.current)
    setOpen(panel.current?.open ?? false)
    setHasInterests(isAnyChosen(form.current))
  }, [])

  const notify = useCallback((message: Message, tone: Toast['tone']) => {
    setHasToasts(true)
    dismissToast(lastToast.current)
    lastToast.current = showToast({ ...message, tone })
  }, [])

  // The button was pressed before this script was loaded, and the browser refused the form. Only another press sends it,
  // because the consent may have been ticked since.
  useEffect(() => {
    const pressed = form.current
    if (!isHydrated || pressed?.dataset.pressed === undefined) return
    delete pressed.dataset.pressed
    const data = new FormData(pressed)
    setErrors(findErrors(data))
    if (missingFields(data).length) notify(texts.required, 'fault')
  }, [isHydrated, notify])

  const setPanelOpen = (isOpen: boolean) => {
    if (panel.current) panel.current.open = isOpen
  }
  const onToggle = () => setOpen(panel.current?.open ?? false)
  // `onToggle` does not track the opening, because the panel may have been opened before this script was loaded.
  useEffect(() => {
    if (isOpen) track('newsletter_panel')
  }, [isOpen])
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!form.current) return
    keepDraft(form.current)
    setHasInterests(isAnyChosen(form.current))
    setDoneEmail(null)
    setHint(null)
    // An error stays until its field is changed.
    const changed = fieldOf((target as HTMLInputElement).name)
    setErrors((before) => ({ ...before, [changed]: undefined }))
  }
  const fail = (found: FieldErrors, { toast, hint }: { toast?: Message; hint?: string }) => {
    if (toast) notify(toast, 'fault')
    // The first invalid field is found by its attribute, so the errors must be rendered first.
    flushSync(() => {
      setErrors(found)
      setHint(hint ?? null)
      setDoneEmail(null)
    })
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
  const send = (target: HTMLFormElement, data: FormData) =>
    run(async () => {
      try {
        // The time is measured from the navigation, because the script may have been loaded late.
        await subscribe(data, performance.now())
        track('newsletter_submitted')
        target.reset()
        clearDraft()
        setPanelOpen(false)
        flushSync(() => {
          setHasInterests(false)
          setDoneEmail(String(data.get('email') ?? '').trim())
        })
        // Closing the tall panel would leave the form far above the viewport.
        target.querySelector('[role=status]')?.scrollIntoView({ block: 'center' })
        notify(texts.success, 'plain')
        offerNudges()
      } catch (error) {
        const description = reasonOf(error) ?? texts.failure.description
        const found = error instanceof ApiError ? serverFieldErrors(error.body) : null
        const toast = { ...texts.failure, description }
        fail(found ?? {}, found ? { toast } : { toast, hint: notSentHint })
      }
    })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const target = event.currentTarget
    if (isSubmitting) return
    const data = new FormData(target)
    const found = findErrors(data)
    const wasOpen = panel.current?.open
    setPanelOpen(true)
    if (Object.keys(found).length) {
      return fail(found, missingFields(data).length ? { toast: texts.required } : {})
    }
    if (!data.has('interests')) return fail(interestsErrors, { toast: texts.interests })
    setErrors({})
    setHint(null)
    if (wasOpen) void send(target, data)
  }

  const isReady = isOpen && hasInterests
  const isDone = doneEmail !== null
  const isIncomplete = !isReady && !isDone
  return (
    <form
      ref={form}
      name="newsletter"
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
        errors={errors}
        panel={panel}
        onToggle={onToggle}
        toggle={
          <>
            <span className="when-closed">{props.toggleCollapsed}</span>
            <span className="when-open">{props.toggleExpanded}</span>
            <small hidden={(hasInterests || isDone) && !props.isEdited}>
              {props.interestsRequired}
            </small>
          </>
        }
      />
      <FormError id="newsletter-error">{hint}</FormError>
      <p id="newsletter-needs" className="note" hidden={!isIncomplete && !props.isEdited}>
        {props.buttonNeeds}
      </p>
      <Submit
        aria-describedby={isIncomplete ? 'newsletter-needs' : undefined}
        as={props.isEdited ? 'div' : 'button'}
        isBusy={isSubmitting}
        isUnavailable={!props.isEdited && isHydrated && (isSubmitting || !isReady)}
      >
        <span hidden={isSubmitting}>{props.button}</span>
        <span hidden={!isSubmitting && !props.isEdited}> {props.buttonSubmitting}</span>
      </Submit>
      <div className="newsletter-done" role="status" data-private>
        {isDone && (
          <>
            <p>{texts.success.description}</p>
            <p>{signUpSentText(doneEmail)}</p>
          </>
        )}
      </div>
      {hasToasts && (
        <Suspense>
          <StyledToasts />
        </Suspense>
      )}
    </form>
  )
}

// The server's reason, or a text for a server that cannot be reached.
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { message } = (error.body ?? {}) as { message?: string }
  return message ?? (error.code === 'network' ? error.message : undefined)
}

const isAnyChosen = (form: HTMLFormElement | null): boolean =>
  form !== null && new FormData(form).has('interests')
