import { useAllFormFields, useDocumentInfo, useForm } from '@payloadcms/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { thisTab } from '../../ui/live-tabs.ts'
import { dropForm, type FormValues, findKeptForm, type KeptForm, keepForm } from './kept-forms.ts'
import { isSame } from './merge-versions.ts'
import { useFormChanges } from './use-form-changes.ts'
import { useFormKey } from './use-form-key.ts'

const keepAfterMs = 300

/** Stores the open form's unsaved changes in this browser, and finds changes that were stored earlier. */
export function useKeptForm() {
  const { form, userId } = useFormKey()
  const { data: saved, initialState, isTrashed } = useDocumentInfo()
  const { getData, getFields, dispatchFields, formRef, reset, setModified } = useForm()
  const [fields] = useAllFormFields()
  const [offered, setOffered] = useState<KeptForm | null>(null)
  const [isRestored, setRestored] = useState(false)
  const base = useRef<FormValues>({})
  const keepNow = useRef<(() => void) | null>(null)

  const onSaved = useCallback(() => {
    keepNow.current = null
    setRestored(false)
    dropForm(userId, form, thisTab)
  }, [userId, form])
  const { isModified } = useFormChanges({ onSaved })

  // When a new record is saved for the first time, its form stays open under the key of the saved record.
  const knownForm = useRef(form)
  useEffect(() => {
    if (knownForm.current === form) return
    keepNow.current = null
    dropForm(userId, knownForm.current, thisTab)
    knownForm.current = form
  }, [userId, form])

  // When the form shows the saved version, this version becomes the base of the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `getData` reads the fields
  useEffect(() => {
    if (saved?.updatedAt === getData().updatedAt) base.current = saved ?? {}
  }, [saved, fields])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of the fields
  useEffect(() => {
    if (!isModified || isTrashed || !userId) return
    const keep = () => {
      keepNow.current = null
      keepForm(userId, { form, data: getData(), base: base.current })
    }
    keepNow.current = keep
    const timer = setTimeout(keep, keepAfterMs)
    return () => clearTimeout(timer)
  }, [fields, isModified])

  useEffect(() => {
    const flush = () => keepNow.current?.()
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [])

  const show = useCallback(
    async (kept: KeptForm) => {
      // Prevents typing, because the reply to `reset` would replace the typed text.
      formRef?.current?.toggleAttribute('inert', true)
      await reset(kept.data)
      formRef?.current?.removeAttribute('inert')
      base.current = kept.base
      setModified(true)
      setOffered(null)
      setRestored(true)
      keepForm(userId, { form, data: kept.data, base: kept.base })
      dropForm(userId, form, kept.tab)
    },
    [formRef, reset, setModified, userId, form],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form that is opened
  useEffect(() => {
    if (!userId || isTrashed) return
    void findKeptForm(userId, form).then((kept) => {
      if (!kept) return
      const names = Object.keys(kept.data).filter((name) => !timestamps.has(name))
      const isSaved = names.every((name) => isSame(kept.data[name], saved?.[name]))
      if (saved && isSaved) return dropForm(userId, form, kept.tab)
      if (kept.resumes) void show(kept)
      else setOffered(kept)
    })
  }, [userId, form])

  // When the page is refreshed, Payload replaces all fields, including fields with unsaved text. This effect
  // runs before Payload's effect. It reads the unsaved fields and puts them back afterwards.
  const known = useRef(initialState)
  useEffect(() => {
    const isReplaced = known.current !== initialState
    known.current = initialState
    if (!isReplaced || !isModified) return
    const typed = getFields()
    queueMicrotask(() => dispatchFields({ type: 'REPLACE_STATE', state: typed }))
  }, [initialState, isModified, getFields, dispatchFields])

  const rebase = (version: FormValues, { isUnsaved }: { isUnsaved: boolean }) => {
    base.current = version
    if (!isUnsaved) onSaved()
  }
  const restore = () => offered && show(offered)
  const discard = () => {
    dropForm(userId, form, offered?.tab)
    setOffered(null)
  }
  const keepForLogIn = () => {
    keepNow.current = null
    keepForm(userId, { form, data: getData(), base: base.current, resumes: true })
    setModified(false)
    const here = encodeURIComponent(location.pathname + location.search)
    // Runs after the form has removed its warning about unsaved changes.
    setTimeout(() => location.assign(`/cms/login?redirect=${here}`))
  }
  return { base, offered, isRestored, restore, discard, rebase, keepForLogIn }
}

const timestamps = new Set(['updatedAt', 'createdAt', 'updated_at'])
