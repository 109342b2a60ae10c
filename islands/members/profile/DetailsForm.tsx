import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Profile } from '../../../cms/features/members/profile/contract.ts'
import { slotHours, type TimeSlot, timeSlots } from '../../../cms/features/members/profile/rules.ts'
import {
  birthdayOf,
  type Interest,
  interests,
  invalidDetail,
  maxLengths,
} from '../../../cms/features/newsletter/rules.ts'
import {
  type BeerStyle,
  beerStyles,
  type VenueArea,
  venueAreas,
} from '../../../cms/features/venue/rules.ts'
import { fieldProblems } from '../../../cms/platform/http/texts/field-rules.ts'
import { ApiError } from '../../../cms/platform/ui/api.ts'
import { BirthdayFields } from '../../newsletter/BirthdayFields.tsx'
import { CheckboxGroup } from '../../ui/form/CheckboxGroup.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { Submit } from '../../ui/form/Submit.tsx'
import { useBusy } from '../../ui/form/use-busy.ts'
import { useHydrated } from '../../ui/form/use-hydrated.ts'
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.ts'
import { PageToasts } from '../../ui/PageToasts.tsx'
import { changeProfile } from '../calls.ts'
import { runAction } from './run-action.ts'
import type { TextsOf } from './texts.ts'

type Props = {
  profile: Profile
  texts: TextsOf<'details'>
  /** The names of the venue's areas as the site shows them. */
  areaNames: Record<string, string>
}

/** The hours that are shown beside each time slot. */
const notes = Object.fromEntries(timeSlots.map((slot) => [slot, slotHours[slot].label]))

const groups = {
  interests: { label: 'interests_label', options: interests },
  favourite_areas: { label: 'areas_label', options: venueAreas },
  time_slots: { label: 'slots_label', options: timeSlots },
  beer_styles: { label: 'beers_label', options: beerStyles },
} as const
const groupNames = Object.keys(groups) as (keyof typeof groups)[]

const fields = ['name', 'phone', 'birthday'] as const
type FieldName = (typeof fields)[number]
type Invalid = { field: FieldName; message: string }

/** A member's own details, saved together. */
export function DetailsForm({ profile, texts, areaNames }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const isHydrated = useHydrated()
  const [isSaving, run] = useBusy()
  const [invalid, setInvalid] = useState<Invalid | null>(null)
  const [isChanged, setChanged] = useState(false)
  const changes = useRef(0)
  const [chosen, setChosen] = useState<Pick<Profile, keyof typeof groups>>(profile)
  const stored = useRef<typeof chosen>(profile)
  useUnsavedGuard(isChanged, texts.leave_ask)

  /** The first field that the server would refuse; null if there is none. */
  const findInvalid = (sent: FormData): Invalid | null => {
    // A day without its month would delete the saved birthday.
    const isHalf = Boolean(sent.get('birthday_day')) !== Boolean(sent.get('birthday_month'))
    const field = invalidDetail(sent) ?? (isHalf ? 'birthday' : null)
    if (!field) return null
    return { field, message: field === 'phone' ? fieldProblems.phone : texts.birthday_fault }
  }
  // After the first change a bar with the save button appears. It must not cover the focused field.
  useEffect(() => {
    if (isChanged) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [isChanged])
  // Moves the focus to the invalid field, which may be far from the button. `flushSync` renders
  // `aria-invalid` first.
  const showInvalid = (found: Invalid | null) => {
    flushSync(() => setInvalid(found))
    if (found) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
  const change = (event: FormEvent<HTMLFormElement>) => {
    changes.current += 1
    setChanged(true)
    setChosen(choicesOf(new FormData(event.currentTarget)))
  }
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSaving) return
    const sent = new FormData(event.currentTarget)
    const text = (name: string) => String(sent.get(name) ?? '').trim() || null
    const found = findInvalid(sent)
    showInvalid(found)
    if (found) return
    const next = { name: text('name'), phone: text('phone'), birthday: birthdayOf(sent) }
    void run(async () => {
      const before = changes.current
      const messages = { done: texts.saved, failed: texts.failed }
      const saved = await runAction(
        () => changeProfile({ ...next, ...changedChoices(sent, stored.current) }),
        messages,
        (error) => {
          const refused = refusedBy(error)
          if (refused) showInvalid(refused)
          return refused !== null
        },
      )
      if (saved) stored.current = choicesOf(sent)
      // Changes that were made during the save are still unsaved.
      if (saved && changes.current === before) setChanged(false)
    })
  }
  const errorOf = (field: FieldName) => (invalid?.field === field ? invalid.message : null)
  const [day, month] = profile.birthday?.split('/') ?? []
  return (
    <form ref={form} method="post" onSubmit={save} onChange={change}>
      <div className="form">
        <div className="form-pair">
          <Field
            id="profile-name"
            name="name"
            label={texts.name_label}
            autoComplete="name"
            maxLength={maxLengths.name}
            defaultValue={profile.name ?? ''}
            error={errorOf('name')}
          />
          <Field
            id="profile-phone"
            name="phone"
            label={texts.phone_label}
            type="tel"
            autoComplete="tel"
            maxLength={maxLengths.phone}
            defaultValue={profile.phone ?? ''}
            error={errorOf('phone')}
          />
          <BirthdayFields
            id="profile"
            day={day}
            month={month}
            error={errorOf('birthday')}
            birthdayLabel={texts.birthday_label}
            birthdayDayLabel={texts.birthday_day_label}
            birthdayMonthLabel={texts.birthday_month_label}
          />
        </div>
        {groupNames.map((name) => (
          <details key={name} className="form-more">
            <summary>
              {texts[groups[name].label]}
              <small>
                {chosen[name].map((each) => areaNames[each] ?? each).join(', ') ||
                  texts.none_chosen}
              </small>
            </summary>
            <CheckboxGroup
              id={`profile-${name}`}
              {...{ name, notes }}
              labels={areaNames}
              legend={texts[groups[name].label]}
              options={groups[name].options}
              chosen={profile[name]}
              isLegendHidden
            />
          </details>
        ))}
      </div>
      <div className="save-bar" data-changed={isChanged || undefined}>
        <p role="status">{isChanged && texts.unsaved}</p>
        <Submit disabled={!isHydrated} isBusy={isSaving}>
          {isSaving ? texts.saving : texts.save}
        </Submit>
      </div>
      <PageToasts />
    </form>
  )
}

const choicesOf = (form: FormData) => ({
  interests: form.getAll('interests') as Interest[],
  favourite_areas: form.getAll('favourite_areas') as VenueArea[],
  time_slots: form.getAll('time_slots') as TimeSlot[],
  beer_styles: form.getAll('beer_styles') as BeerStyle[],
})

// Interests may have been changed meanwhile on the page of a letter. A form sends only what was changed in it.
const changedChoices = (form: FormData, before: Pick<Profile, keyof typeof groups>) => {
  const choices = choicesOf(form)
  const changed = groupNames.filter((name) => choices[name].join() !== before[name].join())
  return Object.fromEntries(changed.map((name) => [name, choices[name]]))
}

/** The field because of which the server refused the form; null if there was another reason. */
function refusedBy(error: unknown): Invalid | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null
  const { field } = (error.body ?? {}) as { field?: string }
  const known = fields.find((each) => each === field)
  return known ? { field: known, message: error.message } : null
}
