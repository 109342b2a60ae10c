import type { ReactNode, Ref } from 'react'
import { interests, maxLengths } from '../../cms/features/newsletter/rules.ts'
import { Checkbox, CheckboxGroup } from '../ui/form/CheckboxGroup.tsx'
import { emailInput, Field } from '../ui/form/Field.tsx'
import { BirthdayFields } from './BirthdayFields.tsx'
import type { FieldErrors } from './invalid-field.ts'

/** The form's texts as the page renders them, so that editors can change them in place. */
export type Labels = {
  nameLabel?: ReactNode
  emailLabel?: ReactNode
  phoneLabel?: ReactNode
  birthdayLabel?: ReactNode
  birthdayDayLabel?: ReactNode
  birthdayMonthLabel?: ReactNode
  interestsLabel?: ReactNode
  consentLabel?: ReactNode
  trapLabel?: ReactNode
}

type Props = Labels & {
  errors: FieldErrors
  panel: Ref<HTMLDetailsElement>
  toggle: ReactNode
  onToggle: () => void
  /** Whether an editor edits the texts in place. The panel is always open then. */
  isEdited: boolean
}

/** The uncontrolled fields of the sign-up. */
export function Fields({ errors, panel, toggle, onToggle, isEdited, ...labels }: Props) {
  const more = (
    <div className="newsletter-more">
      <CheckboxGroup
        id="newsletter-interest"
        name="interests"
        legend={labels.interestsLabel}
        options={interests}
        error={errors.interests}
      />
      <div className="form-pair">
        <Field
          id="newsletter-phone"
          name="phone"
          label={labels.phoneLabel}
          type="tel"
          autoComplete="tel"
          maxLength={maxLengths.phone}
          error={errors.phone}
        />
        <BirthdayFields
          id="newsletter"
          error={errors.birthday}
          birthdayLabel={labels.birthdayLabel}
          birthdayDayLabel={labels.birthdayDayLabel}
          birthdayMonthLabel={labels.birthdayMonthLabel}
        />
      </div>
    </div>
  )
  return (
    <>
      <div className="form-pair">
        <Field
          id="newsletter-name"
          name="name"
          label={labels.nameLabel}
          autoComplete="name"
          required
          maxLength={maxLengths.name}
          error={errors.name}
        />
        <Field
          id="newsletter-email"
          name="email"
          label={labels.emailLabel}
          {...emailInput}
          required
          maxLength={maxLengths.email}
          error={errors.email}
        />
      </div>
      {!isEdited && (
        <p className="form-trap" aria-hidden="true">
          <label htmlFor="newsletter-website">{labels.trapLabel}</label>
          <input id="newsletter-website" name="website" autoComplete="off" tabIndex={-1} />
        </p>
      )}
      <Checkbox
        id="newsletter-consent"
        name="consent"
        label={labels.consentLabel}
        required
        error={errors.consent}
      />
      {isEdited ? (
        <div className="form-more newsletter-panel">
          {toggle}
          {more}
        </div>
      ) : (
        <details ref={panel} className="form-more newsletter-panel" onToggle={onToggle}>
          <summary id="newsletter-panel">{toggle}</summary>
          {more}
        </details>
      )}
    </>
  )
}
