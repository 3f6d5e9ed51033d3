/** How our reflector asks. `docs/agents.md` lists the wordings that were tried and what each scored. */
export const reflectorTemplate: string = `{scoring}

A model got this instruction:
{artifact}

{cases}

The outputs that scored less than 1 have the wrong form. The outputs that would have scored 1 have the right form.
First say in one sentence how the right outputs differ in form from the wrong ones: how long they are, which words they consist of, whether anything stands around them.
Then write a new instruction for the model, so that each of its outputs has the right form: what an output may consist of, and that nothing else is allowed, no explanation and no sentence around it. It has to fit every input of this kind.

Reply in exactly this form:
<difference>one sentence</difference>
<new_instruction>the whole new instruction</new_instruction>
`
