'use client'
import { TextInput, useField } from '@payloadcms/ui'
import type { NumberFieldClientComponent } from 'payload'
import { useCallback, useState } from 'react'
import { useAdminContext } from '../shell/AdminContext.tsx'
import { formatAmount, moneyError, parseMoney } from '../shell/money.ts'

const format = (value: unknown) => (typeof value === 'number' ? formatAmount(value) : '')

/** An amount such as `4.95`, stored in whole pence (cents). */
export const MoneyField: NumberFieldClientComponent = ({ field, path, readOnly }) => {
  const { label, required, min, max, admin } = field
  const { currencySign } = useAdminContext()
  const validate = useCallback(
    (value: unknown) => moneyError(value, { min, max, required }) ?? true,
    [min, max, required],
  )
  const { value, setValue, showError, disabled } = useField<number | string | null>({
    path,
    validate,
  })
  // The typed text is shown until the field loses the focus.
  const [typed, setTyped] = useState<string | null>(null)
  const type = (text: string) => {
    setTyped(text)
    const cents = parseMoney(text)
    // Invalid text is stored in the form as it is, so that validation reports it.
    setValue(cents === undefined ? text : cents)
  }
  const shown = typed ?? (typeof value === 'string' ? value : format(value))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the blur of the field inside
    <div
      className="money-field"
      style={admin?.width ? { width: admin.width } : undefined}
      onBlur={() => setTyped(null)}
    >
      <TextInput
        path={path}
        label={label}
        required={required ?? false}
        readOnly={Boolean(readOnly || disabled)}
        showError={showError}
        value={shown}
        placeholder="4.95"
        description={admin?.description as string}
        BeforeInput={<span className="money-field__sign">{currencySign}</span>}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => type(event.target.value)}
      />
    </div>
  )
}
