import { useAuth, useDocumentInfo } from '@payloadcms/ui'

/** Names the open form, alike in all tabs, and says who writes in it. */
export function useFormKey() {
  const { id, collectionSlug, globalSlug } = useDocumentInfo()
  const userId = useAuth().user?.id
  const form = globalSlug ? `globals/${globalSlug}` : `${collectionSlug}/${id ?? 'create'}`
  /** Where the saved record is read; null for a new one. */
  const api = globalSlug || id !== undefined ? form : null
  return { form, api, userId }
}
