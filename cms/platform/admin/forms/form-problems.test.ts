import { expect, test } from 'vitest'
import { currentProblems, problemsOf } from './form-problems.ts'

const refused = { price: { value: '1,250', valid: false, errorMessage: 'May be thousands.' } }
const problem = { path: 'price', value: '1,250', message: 'May be thousands.' }

test('only invalid fields that are visible are reported', () => {
  const hidden = { ...refused.price, passesCondition: false }
  expect(problemsOf({ ...refused, hidden, name: { value: '', valid: true } })).toEqual([problem])
})

test('a refused value is reported until its field is changed, removed or hidden', () => {
  expect(currentProblems([problem], { price: { value: '1,250', valid: true } })).toEqual([problem])
  expect(currentProblems([problem], { price: { value: 250, valid: true } })).toEqual([])
  expect(currentProblems([problem], {})).toEqual([])
  const hidden = { value: '1,250', valid: true, passesCondition: false }
  expect(currentProblems([problem], { price: hidden })).toEqual([])
})

test('a newer problem of a field replaces its earlier problem', () => {
  const earlier = { ...problem, message: 'Too much.' }
  expect(currentProblems([earlier], refused)).toEqual([problem])
})

test('a problem ends when its field has become valid, also if the new value was seen before its validity', () => {
  const chosen = { value: '2.50', valid: false, errorMessage: problem.message }
  const before = currentProblems([problem], { price: chosen })
  expect(before.map(({ message }) => message)).toEqual([problem.message])
  expect(currentProblems(before, { price: { value: '2.50', valid: true } })).toEqual([])
})
