import { type FormEvent, useId } from 'react'
import { AdminDialog } from '../../../platform/admin/shell/AdminDialog.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { timeSlots } from '../../members/profile/rules.ts'
import { minMembers } from '../../members/rules.ts'
import { venueAreas } from '../../venue/rules.ts'
import type { FiltersReply } from '../reports/contract.ts'
import { Failure } from './Failure.tsx'
import { type FilterName, type Filters, filterNames } from './settings.ts'
import { countryName, deviceNames, pageExplanation, pageText } from './texts.ts'
import { useChoices } from './use-choices.ts'
import { useScreen } from './use-screen.tsx'

const anything = 'any value'
const nothing = 'no value'

type Props = {
  onClose: () => void
  /** Whether the filters limit rows of single visits. Filters by members' profiles don't apply to them. */
  isOfRows?: boolean
}

/** The dialog with all filters. */
export function FilterDialog({ onClose, isOfRows = false }: Props) {
  const { settings, change } = useScreen()
  const { choices, problem, retry } = useChoices()
  const form = useId()
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sent = new FormData(event.currentTarget)
    const filters: Filters = {}
    for (const name of Object.keys(filterNames) as FilterName[]) {
      const value = String(sent.get(name) ?? '').trim()
      if (value === nothing) filters[name] = ''
      else if (value && value !== anything) filters[name] = value
    }
    change({ filters, bots: sent.get('bots') === '1' })
    onClose()
  }
  const chosen = settings.filters
  return (
    <AdminDialog
      title="Filter"
      look="dialog"
      focus="[name=page]"
      onClose={onClose}
      footer={
        <>
          <Button type="submit" form={form} kind="strong">
            Show
          </Button>
          <Button
            onClick={() => {
              change({ filters: {}, bots: false })
              onClose()
            }}
          >
            Remove all
          </Button>
        </>
      }
    >
      <form id={form} className="analytics-form analytics-form--columns" onSubmit={apply}>
        <Failure problem={problem} retry={retry} />
        <PageField name="page" chosen={chosen.page} pages={choices?.pages} />
        <PageField name="entry" chosen={chosen.entry} pages={choices?.entries} />
        <Choice
          name="source"
          chosen={chosen.source}
          values={choices?.sources}
          none="came directly"
        />
        <Choice name="medium" chosen={chosen.medium} values={choices?.mediums} none="none" />
        <Choice name="campaign" chosen={chosen.campaign} values={choices?.campaigns} none="none" />
        <Choice
          name="device"
          chosen={chosen.device}
          values={Object.keys(deviceNames)}
          show={(value) => deviceNames[value] ?? value}
        />
        <Choice name="browser" chosen={chosen.browser} values={choices?.browsers} />
        <Choice name="os" chosen={chosen.os} values={choices?.systems} />
        <Choice
          name="country"
          chosen={chosen.country}
          values={choices?.countries}
          show={countryName}
          none="unknown"
        />
        <Choice name="signed" chosen={chosen.signed} values={['yes', 'no']} />
        <fieldset hidden={isOfRows}>
          <legend>By members’ profiles</legend>
          <p className="analytics-quiet">
            One of them is used alone; other filters are not used then. Only members who agreed to
            it in their profile are counted, by whole weeks, and fewer than {minMembers} of them are
            not shown.
          </p>
          <Choice name="area" label="Area they like" chosen={chosen.area} values={venueAreas} />
          <Choice
            name="interest"
            label="Interest"
            chosen={chosen.interest}
            values={choices?.interests}
          />
          <Choice name="slot" label="When they come" chosen={chosen.slot} values={timeSlots} />
        </fieldset>
        <label className="analytics-check">
          <input type="checkbox" name="bots" value="1" defaultChecked={settings.bots} />
          Count bots too
        </label>
      </form>
    </AdminDialog>
  )
}

type Values = readonly string[] | undefined

/** The values to choose from. The chosen value is added if `values` does not contain it. */
const withChosen = (values: Values, chosen: string | undefined): readonly string[] =>
  chosen && !values?.includes(chosen) ? [chosen, ...(values ?? [])] : (values ?? [])

type PageProps = {
  name: 'page' | 'entry'
  chosen: string | undefined
  pages: FiltersReply['pages'] | undefined
}

function PageField({ name, chosen, pages }: PageProps) {
  const id = useId()
  return (
    <label>
      <span>{filterNames[name]}</span>
      <input name={name} defaultValue={chosen} placeholder="Any" list={id} maxLength={300} />
      <datalist id={id}>
        {pages?.map((page) => (
          <option key={page} value={page}>
            {pageExplanation(page) ? pageText(page) : null}
          </option>
        ))}
      </datalist>
    </label>
  )
}

type ChoiceProps = {
  name: FilterName
  label?: string
  chosen: string | undefined
  values: Values
  show?: (value: string) => string
  /** The label of the option for visits without a value; missing if such visits can't be chosen. */
  none?: string
}

function Choice({ name, label, chosen, values, show = (value) => value, none }: ChoiceProps) {
  const offered = withChosen(values, chosen).filter(Boolean)
  return (
    <label>
      <span>{label ?? filterNames[name]}</span>
      <select
        // The options arrive after the form is shown. `defaultValue` has an effect only on a new element, so the
        // changed key makes React create the select again.
        key={offered.length}
        name={name}
        defaultValue={chosen === undefined ? anything : chosen === '' ? nothing : chosen}
      >
        <option value={anything}>Any</option>
        {none ? <option value={nothing}>{none}</option> : null}
        {offered.map((value) => (
          <option key={value} value={value}>
            {show(value)}
          </option>
        ))}
      </select>
    </label>
  )
}
