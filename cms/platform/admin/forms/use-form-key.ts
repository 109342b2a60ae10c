import { useAuth, useDocumentInfo } from '@payloadcms/ui'

/** Identifies the open form and its user. The key `form` is the same in all tabs. */
export function useFormKey() {
  const { id, collectionSlug, globalSlug } = useDocumentInfo()
  const userId = useAuth().user?.id
  const form = globalSlug ? `globals/${globalSlug}` : `${collectionSlug}/${id ?? 'create'}`
  /** The API path of the saved record; null for a new record. */
  const api = globalSlug || id !== undefined ? form : null
  return { form, api, userId }
}
