# Posts to a webhook of a channel, with the library for Ruby and the platform's address.
require "discordrb/webhooks"

client = Discordrb::Webhooks::Client.new(url: "https://discord.com/api/webhooks/#{ENV.fetch("HOOK")}")
answer = client.execute(nil, true) do |builder|
  builder.content = "deployed"
  builder.username = "Ruby"
  builder.add_embed do |embed|
    embed.title = "Release 1"
    embed.add_field(name: "tests", value: "green", inline: true)
  end
end
puts "posted #{answer.code} #{JSON.parse(answer.body)["author"]["username"]}"
