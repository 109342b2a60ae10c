import {
  useDocumentInfo,
  useFormFields,
  useFormModified,
  useFormProcessing,
  useFormSubmitted,
} from '@payloadcms/ui'

/** The value of a field of the open form. */
export const useValue = <Value>(path: string): Value | undefined =>
  useFormFields(([fields]) => fields?.[path]?.value as Value | undefined)

/** The record of the open form. */
export function useOpenRecord() {
  const { id, data } = useDocumentInfo()
  // While the form is being saved, and after a failed save, Payload reports it as unmodified.
  const isUnsaved = [useFormModified(), useFormProcessing(), useFormSubmitted()].some(Boolean)
  return {
    id: typeof id === 'number' ? id : null,
    /** `updatedAt` of the version that was read or saved last. */
    updatedAt: (data?.updatedAt as string | undefined) ?? null,
    /** Whether the form has unsaved changes. */
    isModified: isUnsaved,
  }
}
