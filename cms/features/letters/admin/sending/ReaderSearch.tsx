'use client'
import { type FoundPerson, PersonSearch } from '../../../../platform/admin/shell/PersonSearch.tsx'
import { Button } from '../../../../platform/ui/Button.tsx'

type Props = { chosen: FoundPerson | null; onChoose: (reader: FoundPerson | null) => void }

/** Lets staff choose a subscriber. The preview then shows the letter that this subscriber gets. */
export const ReaderSearch = ({ chosen, onChoose }: Props) =>
  chosen ? (
    <div className="person-search">
      <p>
        As <b>{chosen.name ?? chosen.email}</b>
        {chosen.name ? `, ${chosen.email}` : ''}
      </p>
      <Button onClick={() => onChoose(null)}>As somebody invented</Button>
    </div>
  ) : (
    <PersonSearch
      id="letter-as"
      label="As a subscriber"
      collection="subscribers"
      onChoose={onChoose}
    />
  )
