console.log('seen')
