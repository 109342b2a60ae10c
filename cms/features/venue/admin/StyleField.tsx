'use client'
import { TextInput, useField } from '@payloadcms/ui'
import type { TextFieldClientComponent } from 'payload'
import { useId } from 'react'
import { beerStyles } from '../rules.ts'

/** The field for a beer style. It suggests the usual styles and accepts any other text. */
export const StyleField: TextFieldClientComponent = ({ field, path, readOnly }) => {
  const { value, setValue, showError, disabled } = useField<string | null>({ path })
  const suggestions = useId()
  return (
    <>
      <TextInput
        path={path}
        label={field.label}
        required={field.required ?? false}
        readOnly={Boolean(readOnly || disabled)}
        showError={showError}
        value={value ?? ''}
        htmlAttributes={{ autoComplete: 'off', list: suggestions } as { autoComplete: string }}
        {...(field.admin?.width && { style: { width: field.admin.width } })}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => setValue(event.target.value)}
      />
      <datalist id={suggestions}>
        {beerStyles.map((style) => (
          <option key={style} value={style} />
        ))}
      </datalist>
    </>
  )
}
