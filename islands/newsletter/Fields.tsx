import type { ReactNode, Ref } from 'react'
import { interests, longest } from '../../cms/newsletter/rules.ts'
import { BirthdayFields } from './BirthdayFields.tsx'
import type { MarkedField } from './invalid-field.ts'

/** The words of the form, as the page has them: editors change them where they stand. */
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
  /** What is missing, or was refused. */
  marked: MarkedField[]
  panel: Ref<HTMLDetailsElement>
  toggle: ReactNode
  onToggle: () => void
  /** Whether its words are edited: nothing stands in the way of them, everything is open. */
  isEdited: boolean
}

/** What can be filled in; each field keeps its own value. */
export function Fields({ marked, panel, toggle, onToggle, isEdited, ...labels }: Props) {
  const isMarked = (field: MarkedField) => marked.includes(field) || undefined
  const more = (
    <div className="newsletter-more">
      <fieldset className="newsletter-interests">
        <legend>{labels.interestsLabel}</legend>
        {interests.map((interest, index) => (
          <p key={interest} className="newsletter-tick">
            <input
              id={`newsletter-interest-${index}`}
              name="interests"
              value={interest}
              type="checkbox"
            />
            <label htmlFor={`newsletter-interest-${index}`}>{interest}</label>
          </p>
        ))}
      </fieldset>
      <div className="newsletter-pair">
        <p className="newsletter-field">
          <label htmlFor="newsletter-phone">{labels.phoneLabel}</label>
          <input
            id="newsletter-phone"
            name="phone"
            type="tel"
            autoComplete="tel"
            maxLength={longest.phone}
            aria-invalid={isMarked('phone')}
          />
        </p>
        <BirthdayFields
          id="newsletter"
          isFaulty={isMarked('birthday_day')}
          birthdayLabel={labels.birthdayLabel}
          birthdayDayLabel={labels.birthdayDayLabel}
          birthdayMonthLabel={labels.birthdayMonthLabel}
        />
      </div>
    </div>
  )
  return (
    <>
      <div className="newsletter-pair">
        <p className="newsletter-field">
          <label htmlFor="newsletter-name">{labels.nameLabel}</label>
          <input
            id="newsletter-name"
            name="name"
            autoComplete="name"
            required
            maxLength={longest.name}
            aria-invalid={isMarked('name')}
          />
        </p>
        <p className="newsletter-field">
          <label htmlFor="newsletter-email">{labels.emailLabel}</label>
          <input
            id="newsletter-email"
            name="email"
            type="email"
            autoComplete="email"
            autoCapitalize="off"
            spellCheck={false}
            required
            maxLength={longest.email}
            aria-invalid={isMarked('email')}
          />
        </p>
      </div>
      {!isEdited && (
        <p className="newsletter-trap" aria-hidden="true">
          <label htmlFor="newsletter-website">{labels.trapLabel}</label>
          <input id="newsletter-website" name="website" autoComplete="off" tabIndex={-1} />
        </p>
      )}
      <p className="newsletter-tick">
        <input
          id="newsletter-consent"
          name="consent"
          type="checkbox"
          required
          aria-invalid={isMarked('consent')}
        />
        <label htmlFor="newsletter-consent">{labels.consentLabel}</label>
      </p>
      {isEdited ? (
        <div className="newsletter-panel">
          {toggle}
          {more}
        </div>
      ) : (
        <details ref={panel} className="newsletter-panel" onToggle={onToggle}>
          <summary>{toggle}</summary>
          {more}
        </details>
      )}
    </>
  )
}
