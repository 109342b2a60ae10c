import type { PushView } from './store.ts'
import type { TextsOf } from './texts.ts'

type Props = { phase: Exclude<PushView['phase'], 'known'>; texts: TextsOf<'waiting'> }

/** The placeholder for a part of the page until the server has answered. */
export const NotKnown = ({ phase, texts }: Props) => <p className="lead">{texts[phase]}</p>
