import { expect, test } from 'vitest'
import {
  addKept,
  findRestorable,
  type KeptForm,
  keepDurationMs,
  maxKeptForms,
  parseKept,
  storableData,
} from './kept-forms.ts'

const entry = (form: string, tab?: string, title = 'A'): KeptForm => ({
  form,
  data: { title },
  base: {},
  keptAt: 1000,
  ...(tab && { tab }),
})

test('files and passwords are not stored', () => {
  const data = {
    title: 'A',
    file: {},
    password: 'x',
    'confirm-password': 'x',
    resetPasswordToken: 'x',
  }
  expect(storableData(data)).toEqual({ title: 'A' })
})

test('the newest changes of each form and tab are kept, up to a maximum', () => {
  const list = addKept([entry('menus/1', 'a'), entry('menus/1', 'b')], entry('menus/1', 'a', 'B'))
  expect(list).toEqual([entry('menus/1', 'b'), entry('menus/1', 'a', 'B')])
  const many = Array.from({ length: 30 }, (_, id) => entry(`menus/${id}`))
  expect(many.reduce(addKept, [] as KeptForm[])).toHaveLength(maxKeptForms)
})

test('invalid and old entries are dropped', () => {
  const valid = entry('menus/1')
  expect(parseKept([null, { form: 'x' }, valid], 1000)).toEqual([valid])
  expect(parseKept([valid], 1000 + keepDurationMs)).toEqual([])
  expect(parseKept({ form: 'x' }, 0)).toEqual([])
})

test('changes of another open tab are not restored', () => {
  const list = [entry('menus/1', 'closed', 'B'), entry('menus/1', 'open', 'C')]
  const isAlive = (tab: string) => tab === 'open'
  expect(findRestorable(list, 'menus/1', isAlive)?.data).toEqual({ title: 'B' })
  expect(findRestorable(list, 'menus/2', isAlive)).toBeNull()
})
