import { useAllFormFields, useForm, useFormModified, useFormProcessing } from '@payloadcms/ui'
import type { Data } from 'payload'
import { useEffect, useRef } from 'react'
import { $isAutosaving } from '../../admin/forms/use-form-changes.ts'
import { useLetter } from './use-letter.ts'

/** After the last change; until then it is kept in this browser. */
const saveAfterMs = 10_000

/**
 * Saves the open draft while it is written. A new letter is saved by hand first: it gets its address by
 * that. Used once on a page.
 * @param isHeld whether saving has to wait, because somebody else saved meanwhile
 */
export function useAutosave(isHeld: boolean): void {
  const { id, state } = useLetter()
  const { submit, getData, setModified } = useForm()
  const [fields] = useAllFormFields()
  const isModified = useFormModified()
  const isSaving = useFormProcessing()
  // Refused content is not sent again.
  const tried = useRef('')
  const canSave = id !== null && state === 'draft' && isModified && !isSaving && !isHeld
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the fields starts it anew
  useEffect(() => {
    if (!canSave) return
    const timer = setTimeout(async () => {
      const content = written(getData())
      if (content === tried.current || content === null) return
      tried.current = content
      $isAutosaving.set(true)
      await submit({
        acceptValues: { overrideLocalChanges: false },
        disableFormWhileProcessing: false,
        disableSuccessStatus: true,
        skipValidation: true,
      })
      // Payload takes what was written meanwhile for saved.
      if (written(getData()) !== content) setModified(true)
      setTimeout(() => $isAutosaving.set(false))
    }, saveAfterMs)
    return () => clearTimeout(timer)
  }, [fields, canSave])
}

/** The letter's content; null without a subject or a text, which a draft needs. */
function written({ subject, preheader, body, audience, isPublic }: Data): string | null {
  return subject && body ? JSON.stringify({ subject, preheader, body, audience, isPublic }) : null
}
