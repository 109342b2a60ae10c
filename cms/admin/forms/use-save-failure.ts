import { useStore } from '@nanostores/react'
import { toast, useForm, useModal } from '@payloadcms/ui'
import { atom } from 'nanostores'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FormData } from './kept-forms.ts'
import { useFormChanges } from './use-form-changes.ts'
import { useFormKey } from './use-form-key.ts'

export type Conflict = { kind: 'conflict'; theirs: FormData; by: string | null }
type Failure = { kind: 'unreachable' } | { kind: 'signed-out' } | { kind: 'gone' } | Conflict

/** Shown when a save failed because the server is away. */
export const unreachableText =
  'The server can’t be reached. Nothing was saved; your words are still here.'

/** How often a part of the form asked to be shown what somebody else saved. */
const $comparisons = atom(0)
export const showBothVersions = (): void => $comparisons.set($comparisons.get() + 1)

// Payload's dialog, which offers only to drop what was written.
const stale = 'document-stale-data'

type Reply = { status: number; body: unknown }

const read = async (path: string): Promise<Reply | null> => {
  const response = await fetch(path, { cache: 'no-store' }).catch(() => null)
  if (!response || response.status >= 500) return null
  return { status: response.status, body: await response.json().catch(() => null) }
}

/**
 * Finds out why a save failed.
 * @param api path of the saved record below /api/; null for a new one
 * @param updatedAt of the version that the form is based on
 * @returns null if it was none of these: the form then shows the server's reason
 */
export async function findFailure(api: string | null, updatedAt: unknown): Promise<Failure | null> {
  const me = await read('/api/users/me')
  if (!me) return { kind: 'unreachable' }
  if (!(me.body as { user?: unknown } | null)?.user) return { kind: 'signed-out' }
  if (!api) return null
  const record = await read(`/api/${api}?depth=0&draft=true`)
  if (!record) return { kind: 'unreachable' }
  if (record.status === 404) return { kind: 'gone' }
  const theirs = record.body as FormData | null
  if (record.status !== 200 || !theirs || theirs.updatedAt === updatedAt) return null
  const author = await read(`/api/changes/author?record=${encodeURIComponent(api)}`)
  const { by = null } = (author?.body ?? {}) as { by?: string | null }
  return { kind: 'conflict', theirs, by }
}

/** Says why the open form could not be saved. Used once in a form. */
export function useSaveFailure() {
  const { api } = useFormKey()
  const { getData, getFields } = useForm()
  const [failure, setFailure] = useState<Failure | null>(null)
  const close = useCallback(() => setFailure(null), [])
  const explain = useCallback(async () => {
    const isInvalid = Object.values(getFields()).some(({ valid }) => valid === false)
    if (isInvalid) return
    const found = await findFailure(api, getData().updatedAt)
    setFailure(found)
    if (!found) return
    // Replaces Payload's message, which is the browser's or about permissions, and disappears.
    toast.dismiss()
    if (found.kind !== 'unreachable') return
    toast.error(unreachableText, { id: unreachableText, duration: Number.POSITIVE_INFINITY })
  }, [api, getData, getFields])
  const onRefused = useCallback(() => void explain(), [explain])
  const { isSaving } = useFormChanges({ onSaved: close, onRefused })
  useEffect(() => {
    if (!isSaving) return
    toast.dismiss(unreachableText)
    setFailure(null)
  }, [isSaving])

  const comparisons = useStore($comparisons)
  const known = useRef(comparisons)
  useEffect(() => {
    if (known.current !== comparisons) void explain()
    known.current = comparisons
  }, [comparisons, explain])
  const { isModalOpen, closeModal } = useModal()
  const isStale = isModalOpen(stale)
  useEffect(() => {
    if (!isStale) return
    closeModal(stale)
    void explain()
  }, [isStale, closeModal, explain])
  return { failure, close }
}
