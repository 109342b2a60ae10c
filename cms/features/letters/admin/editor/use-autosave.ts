import {
  useAllFormFields,
  useDocumentInfo,
  useForm,
  useFormModified,
  useFormProcessing,
} from '@payloadcms/ui'
import type { Data } from 'payload'
import { useEffect, useRef, useState } from 'react'
import { $isAutosaving } from '../../../../platform/admin/forms/use-form-changes.ts'
import { isEmpty, type LetterBody } from '../../mail/body.ts'
import { unfinishedParameter } from '../../rules.ts'
import { useLetter } from '../use-letter.ts'
import { useContinueAs } from './LetterEditView.tsx'

/** How long after the last change the draft is saved. Until then, the change is stored in this browser only. */
const saveAfterMs = 10_000

/**
 * Saves the open draft while it is written, and creates it once it has a subject or a text. The reply
 * updates only the version that the form is based on, so text that was typed during the request stays.
 * Must be used only once on a page.
 * @param isBlocked whether saving has to wait, because somebody else has saved the letter
 * @returns when the draft was last saved, or why the save was refused
 */
export function useAutosave(isBlocked: boolean): { savedAt?: string; problem?: string } {
  const { id, state } = useLetter()
  const { setData, incrementVersionCount, getDocPermissions } = useDocumentInfo()
  const { getData, setModified, setBackgroundProcessing, dispatchFields } = useForm()
  const continueAs = useContinueAs()
  const [fields] = useAllFormFields()
  const isModified = useFormModified()
  const isSaving = useFormProcessing()
  const [outcome, setOutcome] = useState<{ savedAt?: string; problem?: string }>({})
  // The content of the last request, unless its reply was lost. The same content is not sent again, even if it was
  // refused.
  const lastSent = useRef('')
  const [lostReplies, setLostReplies] = useState(0)
  const canSave = state === 'draft' && isModified && !isSaving && !isBlocked
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change and each lost reply restart the timer
  useEffect(() => {
    if (!canSave) return
    const timer = setTimeout(async () => {
      const data = getData()
      const content = contentOf(data)
      if (content === null || content === lastSent.current) return
      lastSent.current = content
      $isAutosaving.set(true)
      // *Save* is disabled while the letter is created: its form has no version yet.
      if (id === null) setBackgroundProcessing(true)
      const reply = await save(id, content, data)
      if (id === null) setBackgroundProcessing(false)
      if (reply?.doc) {
        const { doc } = reply
        if (id === null) {
          continueAs(doc)
          void getDocPermissions(doc)
        } else incrementVersionCount()
        setData(doc)
        dispatchFields({ type: 'UPDATE', path: 'updatedAt', value: doc.updatedAt })
        setModified(contentOf(getData()) !== content)
        setOutcome({ savedAt: doc.updatedAt })
      } else if (!reply) {
        lastSent.current = ''
        setOutcome({})
        setLostReplies((count) => count + 1)
      } else setOutcome(reply.errors?.[0] ? { problem: reply.errors[0].message } : {})
      setTimeout(() => $isAutosaving.set(false))
    }, saveAfterMs)
    return () => clearTimeout(timer)
  }, [fields, canSave, lostReplies])
  return outcome
}

type Saved = { id: number; subject: string; updatedAt: string }
type Reply = { doc?: Saved; errors?: { message: string }[] }

const noBody = { root: { type: 'root', children: [] } }

/** The letter's content in the format of the API; null if it has neither subject nor text. */
function contentOf({ subject, preheader, body, audience, isPublic }: Data): string | null {
  const hasText = body && !isEmpty(body as LetterBody)
  if (!subject?.trim() && !hasText) return null
  return JSON.stringify({
    subject: subject ?? '',
    preheader,
    body: body ?? noBody,
    audience,
    isPublic,
  })
}

/**
 * Creates the letter, or changes it if it has an id.
 * @param content see `contentOf`
 * @param form its `formKey` is sent with a new letter, its `updatedAt` with a change
 * @returns null if the server sent no valid reply
 */
async function save(id: number | null, content: string, form: Data): Promise<Reply | null> {
  const response = await fetch(
    `/api/letters${id === null ? '' : `/${id}`}?${unfinishedParameter}=true&depth=0`,
    {
      method: id === null ? 'POST' : 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...JSON.parse(content),
        ...(id === null ? { formKey: form.formKey } : { updatedAt: form.updatedAt }),
      }),
    },
  ).catch(() => null)
  return response?.json().catch(() => null) ?? null
}
