'use client'
import { TextInput, useField } from '@payloadcms/ui'
import type { JSONFieldClientProps } from 'payload'

/** Interests as they were kept with a consent, in words. Nothing is changed here. */
export function InterestsTold({ field, path }: JSONFieldClientProps) {
  const { value } = useField<string[] | null>({ path })
  return <TextInput path={path} label={field.label} value={value?.join(', ') ?? ''} readOnly />
}
