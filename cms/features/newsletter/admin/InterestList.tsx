'use client'
import { TextInput, useField } from '@payloadcms/ui'
import type { JSONFieldClientProps } from 'payload'

export function InterestList({ field, path }: JSONFieldClientProps) {
  const { value } = useField<string[] | null>({ path })
  return <TextInput path={path} label={field.label} value={value?.join(', ') ?? ''} readOnly />
}
