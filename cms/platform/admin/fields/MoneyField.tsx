'use client'
import { TextInput, useField } from '@payloadcms/ui'
import type { NumberFieldClientComponent } from 'payload'
import { useCallback, useEffect, useId, useState } from 'react'
import { useAdminContext } from '../shell/AdminContext.tsx'
import { formatAmount, moneyProblem, readAmount } from '../shell/money.ts'

// Invalid text is stored in the form unchanged, so that validation reports it.
const parse = (text: string): number | string | null => {
  const parsed = readAmount(text)
  return 'cents' in parsed ? parsed.cents : text
}
const format = (value: unknown) => (typeof value === 'number' ? formatAmount(value) : '')

// The decimal keyboard of phones has no minus sign, so it is used only for amounts from 0.
const inputAttributes = (min: number | undefined) => ({
  autoComplete: 'off',
  ...(min !== undefined && min >= 0 && { inputMode: 'decimal' as const }),
})

/**
 * An amount such as `4.95`, stored in whole pence (cents). The field shows the typed text while it has
 * the focus, and the parsed amount afterwards.
 */
export const MoneyField: NumberFieldClientComponent = ({ field, path, readOnly }) => {
  const { label, required, min, max, admin } = field
  const { currencySign } = useAdminContext()
  const validate = useCallback(
    (value: unknown) => moneyProblem(value, { min, max, required }) ?? true,
    [min, max, required],
  )
  const { value, setValue, showError, disabled } = useField<number | string | null>({
    path,
    validate,
  })
  const [typed, setTyped] = useState<string | null>(null)
  const onType = (text: string) => {
    setTyped(text)
    setValue(parse(text))
  }
  // A late validation response for an earlier text can put that text back into the form. This effect restores the
  // typed text.
  useEffect(() => {
    if (typed !== null && value !== parse(typed)) setValue(parse(typed))
  }, [typed, value, setValue])
  const displayed = typed ?? (typeof value === 'string' ? value : format(value))
  const problemId = useId()
  const isInvalid = showError || (typed === null && typeof value === 'string')
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
        showError={isInvalid}
        // Hides Payload's error message, which covers the field and is shown on wide screens only.
        Error={<span hidden />}
        value={displayed}
        placeholder="4.95"
        htmlAttributes={{
          ...inputAttributes(min),
          ...(isInvalid && { 'aria-invalid': true, 'aria-describedby': problemId }),
        }}
        description={admin?.description as string}
        BeforeInput={<span className="money-field__sign">{currencySign}</span>}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => onType(event.target.value)}
      />
      {isInvalid && (
        <p id={problemId} className="money-field__problem">
          {moneyProblem(value, { min, max, required })}
        </p>
      )}
    </div>
  )
}
