import { useField } from '@payloadcms/ui'
import type { SelectFieldClient } from 'payload'

/** The value of a multiple choice, and its options. */
export function useChoices({
  field,
  path,
}: {
  field: Pick<SelectFieldClient, 'options'>
  path: string
}) {
  const { value, setValue, showError, disabled } = useField<string[] | null>({ path })
  const chosen = Array.isArray(value) ? value : []
  const options = field.options.map((option) =>
    typeof option === 'string' ? { value: option, label: option } : option,
  )
  const choose = (option: string, isChosen: boolean) => {
    const others = chosen.filter((each) => each !== option)
    setValue(isChosen ? [...others, option] : others)
  }
  return { chosen, options, choose, showError, disabled }
}

/** One checkbox for each option. */
export const ChoiceBoxes = ({
  options,
  chosen,
  choose,
}: Pick<ReturnType<typeof useChoices>, 'options' | 'chosen' | 'choose'>) =>
  options.map(({ value, label }) => (
    <label key={value}>
      <input
        type="checkbox"
        checked={chosen.includes(value)}
        onChange={({ target }) => choose(value, target.checked)}
      />
      {String(label)}
    </label>
  ))
