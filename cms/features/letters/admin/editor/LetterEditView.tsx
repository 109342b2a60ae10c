'use client'
import {
  DefaultEditView,
  DocumentInfoProvider,
  useDocumentInfo,
  useDocumentTitle,
} from '@payloadcms/ui'
import type { DocumentViewClientProps } from 'payload'
import { createContext, useContext, useEffect, useState } from 'react'
import { CreatedTabs } from './CreatedTabs.tsx'

type ContinueAs = (letter: { id: number; subject: string }) => void

const Context = createContext<ContinueAs>(() => {})

/** The form of a new letter. `number` counts the forms of this view; `id` is the letter that the form created. */
type Form = { initialState: unknown; number: number; id?: number }

/** Returns a function that turns the form of a new letter into the form of the letter created from it. */
export const useContinueAs = () => useContext(Context)

/**
 * A letter's form. A new letter is created while it is written (`useAutosave`). Payload would then open
 * another page and lose the caret and newly typed text, so this view keeps the form.
 */
export function LetterEditView(props: DocumentViewClientProps) {
  const info = useDocumentInfo()
  const { initialState } = info
  // The title above the form is outside the provider below, so it is set separately.
  const { setDocumentTitle } = useDocumentTitle()
  const [form, setForm] = useState<Form>({ initialState, number: 0 })
  // A new `initialState` means that *New* was opened again on this page, which needs a new form.
  if (form.initialState !== initialState) setForm({ initialState, number: form.number + 1 })
  const continueAs: ContinueAs = ({ id, subject }) => {
    setForm({ ...form, id })
    if (subject) setDocumentTitle(subject)
    history.replaceState(null, '', `/cms/collections/letters/${id}`)
  }
  // When *Back* leads to a letter that was created in this view, the router shows the empty form at the
  // letter's URL. Reloading shows the letter.
  const isNew = info.id === undefined
  useEffect(() => {
    if (isNew && !location.pathname.endsWith('/create')) location.reload()
  }, [isNew])
  if (info.id !== undefined) return <DefaultEditView {...props} />
  return (
    <Context value={continueAs}>
      <DocumentInfoProvider
        key={form.number}
        {...info}
        id={form.id}
        isEditing={form.id !== undefined}
        // Hides the form's *New*, which would do nothing: it links to the page that is already open.
        disableCreate={form.id !== undefined || Boolean(info.disableCreate)}
      >
        <CreatedTabs />
        <DefaultEditView {...props} />
      </DocumentInfoProvider>
    </Context>
  )
}
