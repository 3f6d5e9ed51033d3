/** How our reflector asks. `docs/agents.md` lists the wordings that were tried and what each scored. */
export const reflectorTemplate: string = `You write the instruction that a small language model follows.

How its outputs are scored: {scoring}

Its instruction so far:
{artifact}

What it did with that instruction:

{cases}

Compare the outputs with the outputs that would have scored 1. Look at their FORM first: how long they are, which words they consist of, what stands around the answer.
1. Write in one sentence what differs in form, between <difference> and </difference>.
2. Write the whole new instruction between <new_instruction> and </new_instruction>. Say there exactly what an output consists of and that nothing else may follow. Do not mention single cases.`
